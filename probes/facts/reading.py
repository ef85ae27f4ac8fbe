"""A fact is one command and one pure parser; a reading is what the command gave."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from inventory.errors import NotUnderstood, TimedOut, ToolMissing
from inventory.transport.result import Result

T = TypeVar("T")

NOT_FOUND = 127
"""Exit status of a POSIX shell that finds no such program (POSIX sh, 2.8.2)."""


@dataclass(frozen=True)
class Reading:
    """What one command gave: exit status (None: killed at its deadline), stdout and stderr as text."""

    status: int | None
    stdout: str
    stderr: str = ""

    @classmethod
    def of(cls, result: Result) -> "Reading":
        """What a command that ran on a node gave."""
        return cls(result.exit_status, result.text, result.error_text)

    @property
    def is_tool_missing(self) -> bool:
        return self.status == NOT_FOUND

    def require(self, tool: str) -> "Reading":
        """This reading, if the command ran at all.

        Raises TimedOut when it was killed at its deadline, ToolMissing when there is no such program.
        """
        if self.status is None:
            raise TimedOut(
                f"an answer of {tool}",
                "none within its deadline",
                f"run {tool} by hand on the node: it hangs",
            )
        if self.is_tool_missing:
            raise ToolMissing(f"an answer of {tool}", "no such program on the node", f"install {tool}")
        return self

    def not_understood(self, tool: str) -> NotUnderstood:
        """The error for output in a format that no parser knows, with its first lines as evidence."""
        lines = (self.stdout + self.stderr).strip().splitlines()
        return NotUnderstood(
            f"output of {tool} in a known format",
            repr(lines[0][:200]) if lines else "nothing",
            f"report the output of {tool} together with its version",
            tuple(lines[:20]),
        )


@dataclass(frozen=True)
class Fact(Generic[T]):
    """A named question: a shell command, how its output is read, and how long it may take."""

    name: str
    command: str
    parse: Callable[[Reading], T]
    timeout_s: float = 5.0
