"""The error tree. Every error says what was wanted, what was seen, and what to do.

FirstlightError
├── BadInput            the caller's words are off                      exit 2
│   └── ClusterFileError    the cluster file cannot be used
├── CannotTell          a question could not be asked or understood     exit 6
│   ├── Unreachable         no connection, or it was lost
│   ├── TimedOut            the deadline passed
│   ├── ToolMissing         the program is not on the node
│   └── NotUnderstood       output in a format that no parser knows
├── Refused             would need a consent, or another run holds the lock   exit 1
├── LaunchFailed        the deployment did not come up; carries its cause     exit 1
└── LabError            the virtual pair cannot be raised                     exit 1

Only AssertionError means that something asked does not hold.
"""

from typing import ClassVar


class FirstlightError(Exception):
    """Wanted, seen, remedy, and the evidence (lines as they were read)."""

    exit_status: ClassVar[int] = 1

    def __init__(self, wanted: str, seen: str, remedy: str, evidence: tuple[str, ...] = ()) -> None:
        super().__init__(wanted, seen, remedy)
        self.wanted = wanted
        self.seen = seen
        self.remedy = remedy
        self.evidence = evidence

    def __str__(self) -> str:
        return f"wanted {self.wanted}; saw {self.seen}; {self.remedy}"


class BadInput(FirstlightError):
    """An option, an argument or a file that cannot be used as given."""

    exit_status = 2


class ClusterFileError(BadInput):
    """The cluster file is missing, unreadable, or says something that has no meaning."""


class CannotTell(FirstlightError):
    """The question could not be asked, or the answer not understood: neither pass nor fail."""

    exit_status = 6


class Unreachable(CannotTell):
    """No connection to the node, or it was lost; `rung` names the step of the ladder that fails."""

    def __init__(
        self, wanted: str, seen: str, remedy: str, evidence: tuple[str, ...] = (), rung: str = "ssh"
    ) -> None:
        super().__init__(wanted, seen, remedy, evidence)
        self.rung = rung


class TimedOut(CannotTell):
    """The command was still running at its deadline."""


class ToolMissing(CannotTell):
    """The program that would answer is not installed on the node."""


class NotUnderstood(CannotTell):
    """The program answered in a format that no parser knows."""


class Refused(FirstlightError):
    """The action needs a consent that was not given, or another run holds the cluster."""


class LaunchFailed(FirstlightError):
    """The deployment did not come up. `phase` is where it ended, `node` where the cause showed."""

    def __init__(
        self,
        wanted: str,
        seen: str,
        remedy: str,
        evidence: tuple[str, ...] = (),
        *,
        phase: str = "",
        node: str | None = None,
    ) -> None:
        super().__init__(wanted, seen, remedy, evidence)
        self.phase = phase
        self.node = node

    @property
    def cause(self) -> str:
        """The cause in one line: what was seen."""
        return self.seen


class LabError(FirstlightError):
    """The virtual pair cannot be raised or taken down."""
