"""Xid lines of NVIDIA's kernel driver: which GPU, which error, how bad.

Severity follows NVIDIA's "GPU Debug Guidelines" and Xid catalogue: what ends the GPU's work until a reset is
fatal; what an application does to itself is a warning; what only records something is a note.
"""

import re
from dataclasses import dataclass
from enum import Enum

LINE = re.compile(
    r"NVRM: (?:GPU at )?Xid \(PCI:(?P<bus>[0-9a-fA-F:.]+)\): (?P<code>\d{1,6})(?:, (?P<rest>.*))?", re.ASCII
)
PROCESS = re.compile(r"pid='?(?P<pid>\d{1,9}|<unknown>)'?(?:, name=(?P<name>[^,]+))?(?:, |$)", re.ASCII)
CAUSED_BY = re.compile(r"caused by previous Xid (\d{1,6})", re.ASCII)
RECOVERY = re.compile(r"recovery action changed from .* to \S+ \((?P<action>[^)]*)\)")


class Severity(Enum):
    """How much an event weighs: `fatal` fails a check, `warning` is worth a line, `note` is counted."""

    FATAL = "fatal"
    WARNING = "warning"
    NOTE = "note"


FATAL = frozenset({48, 62, 64, 74, 79, 95, 119, 120, 140, *range(144, 151)})
NOTES = frozenset({43, 45, 63})
CLEAN_UP = 45
NVLINK = range(144, 151)
RECOVERY_ACTION = 154
MILD_ACTIONS = {"None": Severity.NOTE, "Drain P2P": Severity.WARNING}
"""What Xid 154 asks for short of a reset or a reboot; all else is fatal."""


@dataclass(frozen=True)
class Xid:
    """One Xid. `caused_by` is the Xid that a clean-up (45) names as its cause."""

    bus: str
    code: int
    pid: int | None
    process: str | None
    text: str
    caused_by: int | None
    severity: Severity

    @property
    def root(self) -> int:
        """The Xid to report: the cause where one is named."""
        return self.caused_by or self.code


def xid(line: str) -> Xid | None:
    """The Xid in a line of the kernel log; None when there is none."""
    found = LINE.search(line)
    if found is None:
        return None
    rest = found["rest"] or ""
    process = PROCESS.match(rest)
    text = rest[process.end() :] if process else rest
    cause = CAUSED_BY.search(text)
    caused_by = int(cause[1]) if cause else None
    return Xid(
        bus=found["bus"].lower(),
        code=int(found["code"]),
        pid=int(process["pid"]) if process and process["pid"].isdecimal() else None,
        process=_name(process["name"]) if process else None,
        text=text,
        caused_by=caused_by,
        severity=_severity(caused_by or int(found["code"]), text),
    )


def _name(name: str | None) -> str | None:
    return None if name in {None, "<unknown>"} else name


def _severity(code: int, text: str) -> Severity:
    action = RECOVERY.search(text)
    if action and code == RECOVERY_ACTION:
        return MILD_ACTIONS.get(action["action"], Severity.FATAL)
    if code in NVLINK and re.search("non-?fatal", text, re.IGNORECASE):
        return Severity.WARNING
    if code in FATAL:
        return Severity.FATAL
    return Severity.NOTE if code in NOTES else Severity.WARNING
