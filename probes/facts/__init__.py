"""The table of facts: every module of this folder that has FACTS adds its rows.

A module may also have PARSERS, a dict from name to parser of a recorded text: further formats of a fact
(same name), or outputs that no fact asks for (a name of their own).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from inventory.cluster import Cluster, Node
from probes.facts.reading import Fact

TextParser = Callable[[str], Any]


def modules_of(name: str, path: Iterable[str]) -> tuple[ModuleType, ...]:
    """Every module directly in package `name`, imported, in the order of their names."""
    return tuple(import_module(f"{name}.{found}") for found in sorted(m.name for m in iter_modules(path)))


def parsers_of(modules: Iterable[ModuleType]) -> dict[str, tuple[TextParser, ...]]:
    """The PARSERS of `modules`, by name; several formats of one name stand in the order they are tried."""
    found: defaultdict[str, list[TextParser]] = defaultdict(list)
    for module in modules:
        for name, parser in getattr(module, "PARSERS", {}).items():
            found[name].append(parser)
    return {name: tuple(parsers) for name, parsers in found.items()}


def _table(modules: Iterable[ModuleType]) -> dict[str, Fact[Any]]:
    facts = [fact for module in modules for fact in getattr(module, "FACTS", ())]
    table = {fact.name: fact for fact in facts}
    assert len(table) == len(facts), "two facts share a name"
    return table


MODULES: tuple[ModuleType, ...] = modules_of(__name__, __path__)
TABLE: dict[str, Fact[Any]] = _table(MODULES)


def table_for(cluster: Cluster, node: Node) -> dict[str, Fact[Any]]:
    """Every fact of a declared node, by name: the table's, and those that modules derive from what is
    declared (a module's `declared(cluster, node)` gives them: a model's folder, the peers' addresses).
    """
    derived = (
        fact for module in MODULES if hasattr(module, "declared") for fact in module.declared(cluster, node)
    )
    return TABLE | {fact.name: fact for fact in derived}
