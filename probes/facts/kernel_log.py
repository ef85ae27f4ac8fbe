"""What the kernel said that matters here: Xid, OOM kills, machine checks, driver and PCIe trouble.

Hosts that share a kernel share its log: `node_started_s` and `cgroups` let a judgement tell whose an event
is.
"""

from dataclasses import dataclass

from inventory.errors import CannotTell
from probes.facts.kernel_lines import STAMP, KernelEvent, events
from probes.facts.kernel_rules import INTERESTING
from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections

COMMAND = f"""\
echo '@@ node'; cut -d' ' -f1 /proc/uptime; sed 's/.*) //' /proc/1/stat | cut -d' ' -f20; getconf CLK_TCK
echo '@@ cgroups'; cut -d: -f3- /proc/1/cgroup | sort -u
echo '@@ log'
if ! text=$(dmesg 2>/dev/null); then
  text=$(journalctl -k -b -q --no-pager -o short-monotonic 2>/dev/null)
  [ -n "$text" ] || echo '@@ denied'
fi
printf '%s\\n' "$text" | grep -aE '{INTERESTING}'
true
"""


@dataclass(frozen=True)
class KernelLog:
    """The events in the log's order, and what is needed to tell a node's own from its kernel's.

    `now_s` and `node_started_s` (its process 1) count from the kernel's start; `cgroups` are those of its
    process 1. They are None and empty in a log that was not read on a node.
    """

    events: tuple[KernelEvent, ...]
    now_s: float | None = None
    node_started_s: float | None = None
    cgroups: tuple[str, ...] = ()


def parse(reading: Reading) -> KernelLog:
    """Raises CannotTell when the log may not be read, NotUnderstood when it is none."""
    text = reading.require("dmesg").stdout
    parts = sections(text)
    if "denied" in parts:
        raise CannotTell(
            "the kernel log",
            "neither dmesg nor journalctl -k may be read",
            "let the user read it: group adm, or sudo",
        )
    if parts:
        return KernelLog(events(parts.get("log", "")), *_times(parts), _cgroups(parts.get("cgroups", "")))
    found = events(text)
    if not found and not any(STAMP.match(line) for line in text.splitlines()):
        raise reading.not_understood("dmesg")
    return KernelLog(found)


def _times(parts: dict[str, str]) -> tuple[float | None, float | None]:
    try:
        uptime, started, hertz = map(float, parts.get("node", "").split())
        return uptime, started / hertz
    except (ValueError, ZeroDivisionError):
        return None, None


def _cgroups(text: str) -> tuple[str, ...]:
    return tuple(sorted({line.removesuffix("/init.scope") or "/" for line in text.split()}))


FACTS = (Fact("kernel_log", COMMAND, parse),)
