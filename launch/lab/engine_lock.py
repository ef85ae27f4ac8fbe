"""Pure readings of the engine's lock: its pins, its halves, the interpreter that it was made for."""

import re
from collections.abc import Callable
from pathlib import Path

from inventory.errors import LabError

PYTHON = (3, 11)
_PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s\\;]+)", re.MULTILINE)


def pins(lock: str) -> dict[str, str]:
    """Version by package name."""
    return {match["name"]: match["version"] for match in _PIN.finditer(lock)}


def halves(lock: str) -> tuple[str, str]:
    """The same packages in two locks: pip works on one package at a time, and there are two cores."""
    starts = [match.start() for match in _PIN.finditer(lock)]
    blocks = [lock[start:end] for start, end in zip(starts, [*starts[1:], len(lock)], strict=False)]
    return "".join(blocks[0::2]), "".join(blocks[1::2])


def interpreter(version: tuple[int, ...], base_prefix: str, which: Callable[[str], str | None]) -> Path:
    """The Python of the lock's version: the running one, else the one on PATH. Raises LabError."""
    name = f"python{PYTHON[0]}.{PYTHON[1]}"
    if version == PYTHON:
        return Path(base_prefix) / "bin" / name
    if found := which(name):
        return Path(found).resolve()
    raise LabError(
        f"Python {PYTHON[0]}.{PYTHON[1]} for the engine's venv",
        f"Python {version[0]}.{version[1]}, and no {name} on PATH",
        f"install {name} with its venv module",
    )
