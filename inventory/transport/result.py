"""What became of a command: it ran (with its exit status, 255 included), timed out, or was lost."""

from dataclasses import dataclass
from enum import StrEnum

from inventory.errors import TimedOut, Unreachable


class Outcome(StrEnum):
    RAN = "ran"
    TIMED_OUT = "timed out"
    LOST = "lost"


@dataclass(frozen=True)
class Result:
    """One command's outcome. `exit_status` is None unless it ran; output is raw bytes.

    `truncated`: more came than the transport keeps, and the rest was dropped.
    """

    node: str
    command: str
    outcome: Outcome
    exit_status: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    duration_s: float = 0.0
    truncated: bool = False
    failure: Unreachable | None = None

    @property
    def ok(self) -> bool:
        return self.outcome is Outcome.RAN and self.exit_status == 0

    @property
    def text(self) -> str:
        """Stdout as text; bytes that are no UTF-8 become U+FFFD."""
        return self.stdout.decode("utf-8", "replace")

    @property
    def error_text(self) -> str:
        """Stderr as text; bytes that are no UTF-8 become U+FFFD."""
        return self.stderr.decode("utf-8", "replace")

    def require(self) -> "Result":
        """This result, if the command ran. Raises TimedOut or Unreachable otherwise."""
        if self.outcome is Outcome.LOST:
            raise self.failure or _lost(self)
        if self.outcome is Outcome.TIMED_OUT:
            raise TimedOut(
                f"an answer of {self.node} to: {first_line(self.command)}",
                f"none within {self.duration_s:.1f} s",
                "the node or that program hangs: run the command there by hand",
                tuple(self.error_text.splitlines()[-5:]),
            )
        return self


def first_line(command: str) -> str:
    """The command in one line, for messages."""
    line, _, rest = command.strip().partition("\n")
    return line[:120] + (" …" if rest or len(line) > 120 else "")


def _lost(result: Result) -> Unreachable:
    return Unreachable(
        f"an answer of {result.node} to: {first_line(result.command)}",
        "the connection ended before the command did",
        "see whether the node is up, then ask again",
        tuple(result.error_text.splitlines()[-5:]),
    )
