"""Lines of the kernel log, with whatever time stands before them, as events."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from probes.facts.kernel_rules import RULES
from probes.facts.xid import Severity, Xid, xid

STAMP = re.compile(
    r"^(?:\[ *(?P<monotonic>\d{1,12}\.\d{1,9})\] |\[(?P<wall>[^\]]*)\] |(?P<journal>[^\[]*?)(?=\bkernel: ))",
    re.ASCII,
)
CONTINUED = re.compile(r"NVRM: (?:this kernel module|make sure that|components have)")


@dataclass(frozen=True)
class KernelEvent:
    """One event. `at_s` counts from the kernel's start; `at` is the time as printed
    where that is no such count.

    `fields` are what the kind's rule reads: of an OOM kill `pid`, `process` and `cgroup`.
    """

    kind: str
    severity: Severity
    at_s: float | None
    at: str | None
    text: str
    fields: Mapping[str, str]
    xid: Xid | None = None


def events(text: str) -> tuple[KernelEvent, ...]:
    """The events of a log in its order; the two lines of one OOM kill are one event."""
    found: list[KernelEvent] = []
    for line in _messages(text):
        event = _event(line)
        if event and not any(_same_kill(event, earlier) for earlier in found):
            found.append(event)
    return tuple(found)


def _messages(text: str) -> Iterator[str]:
    pending = ""
    for line in text.splitlines():
        continued = CONTINUED.search(line)
        if pending and continued:
            pending = f"{pending} {line[continued.start() :].strip()}"
            continue
        yield from filter(None, (pending,))
        pending = line.rstrip()
    yield from filter(None, (pending,))


def _event(line: str) -> KernelEvent | None:
    stamp = STAMP.match(line)
    at_s = float(stamp["monotonic"]) if stamp and stamp["monotonic"] else None
    at = (stamp["wall"] or stamp["journal"] or "").strip() or None if stamp else None
    text = line[stamp.end() :] if stamp else line
    if seen := xid(text):
        return KernelEvent("xid", seen.severity, at_s, at, text, {}, seen)
    for kind, severity, pattern in RULES:
        if match := pattern.search(text):
            return KernelEvent(kind, severity, at_s, at, text, match.groupdict())
    return None


def _same_kill(event: KernelEvent, earlier: KernelEvent) -> bool:
    kinds = {event.kind, earlier.kind}
    return (
        kinds == {"oom_kill"}
        and event.fields["pid"] == earlier.fields["pid"]
        and "cgroup" not in event.fields
    )
