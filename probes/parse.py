"""A recorded output in, the fact out: what the parsers make of a text, without any node."""

import sys
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from inventory.errors import BadInput, CannotTell, NotUnderstood
from probes.facts import TABLE, TextParser, modules_of, parsers_of
from probes.facts.reading import Fact, Reading
from probes.rendering import as_json

NOT_PARSED = 1
PACKAGES = ("probes.facts", "probes.ray", "probes.engine_log")


def _as_recorded(fact: Fact[Any], text: str) -> Any:
    return fact.parse(Reading(0, text))


@cache
def parsers() -> dict[str, tuple[TextParser, ...]]:
    """Every name that can be parsed, with its parsers in the order they are tried."""
    packages = [import_module(name) for name in PACKAGES]
    modules = [module for package in packages for module in modules_of(package.__name__, package.__path__)]
    further = parsers_of(modules)
    own = {name: (partial(_as_recorded, fact),) for name, fact in TABLE.items()}
    return {name: own.get(name, ()) + further.get(name, ()) for name in sorted(own | further)}


def parsed(name: str, text: str) -> Any:
    """The fact `name` as `text` gives it, by the first parser that knows the format.

    Raises BadInput for a name that no parser has, NotUnderstood when none knows the format.
    """
    known = parsers()
    if name not in known:
        raise BadInput("the name of a fact", repr(name), f"choose one of: {', '.join(known)}")
    return _first_understood(known[name], text)


def _first_understood(candidates: tuple[TextParser, ...], text: str) -> Any:
    refusals: list[NotUnderstood] = []
    for parser in candidates:
        try:
            return parser(text)
        except NotUnderstood as refusal:
            refusals.append(refusal)
    raise refusals[0]


def _text(file: str) -> str:
    raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return raw.decode(errors="replace")


def _shown(name: str, file: str) -> int:
    try:
        print(as_json(parsed(name, _text(file))))
    except (CannotTell, BadInput, OSError) as error:
        print(error, file=sys.stderr)
        return NOT_PARSED if isinstance(error, CannotTell) else BadInput.exit_status
    return 0


def command(
    name: Annotated[str, typer.Argument(metavar="FACT", help="a name of --list")] = "",
    file: Annotated[str, typer.Argument(help="a recorded output; - reads standard input")] = "-",
    names: Annotated[bool, typer.Option("--list", help="name every fact that can be parsed")] = False,
) -> None:
    """Parse a recorded output (without any header line) and print the fact as JSON.

    Exit status: 0 parsed, 1 a format that no parser knows, 2 no such fact or file.
    """
    if names:
        print("\n".join(parsers()))
        raise typer.Exit
    raise typer.Exit(_shown(name, file))
