"""The table of facts: every module of this folder that has FACTS adds its rows."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from probes.facts.reading import Fact


def _table() -> dict[str, Fact[Any]]:
    names = sorted(m.name for m in iter_modules(__path__))
    modules = (import_module(f"{__name__}.{name}") for name in names)
    facts = [fact for module in modules for fact in getattr(module, "FACTS", ())]
    table = {fact.name: fact for fact in facts}
    assert len(table) == len(facts), "two facts share a name"
    return table


TABLE: dict[str, Fact[Any]] = _table()
