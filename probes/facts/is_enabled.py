"""What `systemctl is-enabled` said: words, frames with exit codes, complaints about broken files.

The exit code decides nothing: 0 also for static, indirect and alias, 1 for linked (systemctl(1), 252).
"""

import re
from dataclasses import dataclass

from inventory.errors import NotUnderstood
from probes.facts.reading import Reading

FRAME = re.compile(r"^is-enabled (\S+) -> \[([\w-]*)\] rc=(\d{1,3})$", re.MULTILINE | re.ASCII)
FAILED = re.compile(r"^Failed to get unit file state for (\S+?): (.+)$", re.MULTILINE)
LINE_OF_FILE = re.compile(r"^/\S*?/([^/\s:]+):(\d{1,9}): ", re.MULTILINE | re.ASCII)
STARTS_AT_BOOT = frozenset({"enabled", "alias"})
UNTIL_REBOOT = "-runtime"
REASONS = {"Bad message": "bad", "No such file or directory": "not-found"}


@dataclass(frozen=True)
class EnabledState:
    """systemd's word for one unit file; `broken_lines` are the lines of the file that it cannot read.

    `starts_at_boot` is as far as the word goes: None where it says nothing about it.
    """

    unit: str
    state: str
    exit_status: int | None
    starts_at_boot: bool | None
    ends_at_reboot: bool
    broken_lines: tuple[int, ...] = ()


def parse_text(text: str) -> tuple[EnabledState, ...]:
    """Frames `is-enabled UNIT -> [state] rc=N`, or the message of a call that failed.

    Raises NotUnderstood when neither is there.
    """
    framed = tuple(_state(unit, state, int(status)) for unit, state, status in FRAME.findall(text))
    failed = tuple(_failed(unit, reason, text) for unit, reason in FAILED.findall(text))
    if not framed + failed:
        raise _not_understood(text)
    return framed + failed


def _state(unit: str, state: str, exit_status: int) -> EnabledState:
    return EnabledState(unit, state, exit_status, state in STARTS_AT_BOOT, state.endswith(UNTIL_REBOOT))


def _failed(unit: str, reason: str, text: str) -> EnabledState:
    lines = tuple(int(number) for name, number in LINE_OF_FILE.findall(text) if name == unit)
    return EnabledState(unit, REASONS.get(reason.strip(), reason.strip()), None, None, False, lines)


def _not_understood(text: str) -> NotUnderstood:
    return Reading(None, text).not_understood("systemctl is-enabled")


PARSERS = {"is_enabled": parse_text, "units": parse_text}
