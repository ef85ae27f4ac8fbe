"""A step: one command on one node, with what it is for and how it is undone."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Step:
    """`command` runs under sh on `node`; `undo` too, or `why_no_undo` says why there is none.

    `needs`: ids of the steps that must have ended well before this one; `deadline_s`: seconds.
    `secrets`: (variable in the container, variable of the controller that holds it), sent by stdin.
    A step that changes nothing (`changes` False) needs neither undo nor excuse.
    """

    id: str
    node: str
    command: str
    purpose: str
    deadline_s: float
    phase: str
    undo: str | None = None
    why_no_undo: str | None = None
    needs: tuple[str, ...] = ()
    changes: bool = True
    secrets: tuple[tuple[str, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"needs": list(self.needs)}


def ids(steps: Iterable[Step]) -> tuple[str, ...]:
    return tuple(step.id for step in steps)
