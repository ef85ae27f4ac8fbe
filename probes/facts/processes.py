"""Processes of a node and what they belong to: a container, a unit. Threads of the kernel are left out."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from probes.facts.reading import Fact, Reading
from probes.facts.secrets import masked
from probes.facts.sections import sections

COMMAND = r"""
echo '@@ ps'; ps -ww -e -o pid=,ppid=,pgid=,stat=,rss=,etimes=,comm=,args= | cut -c 1-2000
echo '@@ cgroups'
grep -asoHE '[0-9a-f]{64}|[^/:]+\.service' /proc/[0-9]*/cgroup | sort -u
true
"""
ROW = re.compile(
    r"^ *(?P<pid>\d{1,9}) +(?P<ppid>\d{1,9}) +(?P<pgid>\d{1,9}) +(?P<state>[A-Za-z]\S*) +(?P<rss>\d{1,15}) +"
    r"(?P<age>\d{1,12}) (?P<rest>.*)$",
    re.MULTILINE | re.ASCII,
)
CGROUP = re.compile(r"^/proc/(\d{1,9})/cgroup:(?:([0-9a-f]{64})|(.+\.service))$", re.MULTILINE | re.ASCII)
COMM_WIDTH = 15
"""What ps(1) pads `comm` to: TASK_COMM_LEN of Linux, without its end mark."""
KIB_PER_GIB = 1024**2


@dataclass(frozen=True)
class Process:
    """One process. `container_id` is Docker's long id, `unit` the service of systemd that it runs in."""

    pid: int
    ppid: int
    pgid: int
    state: str
    rss_gib: float
    age_s: int
    name: str
    arguments: str
    container_id: str | None = None
    unit: str | None = None

    @property
    def is_zombie(self) -> bool:
        return self.state.startswith("Z")


class Processes(dict[int, Process]):
    """Every process of a node, by pid."""

    def lineage(self, pid: int) -> Iterator[Process]:
        """The process and its ancestors, nearest first."""
        seen: set[int] = set()
        while pid in self and pid not in seen:
            seen.add(pid)
            yield self[pid]
            pid = self[pid].ppid


def parse(reading: Reading) -> Processes:
    """Raises NotUnderstood when there is no process in the list."""
    text = reading.require("ps").stdout
    parts = sections(text)
    containers, units = _owners(parts.get("cgroups", ""))
    found = (_process(row, containers, units) for row in ROW.finditer(parts.get("ps", text)))
    processes = Processes((one.pid, one) for one in found if not _is_kernel_thread(one))
    if not processes:
        raise reading.not_understood("ps")
    return processes


def _process(row: re.Match[str], containers: dict[int, str], units: dict[int, str]) -> Process:
    pid = int(row["pid"])
    return Process(
        pid=pid,
        ppid=int(row["ppid"]),
        pgid=int(row["pgid"]),
        state=row["state"],
        rss_gib=int(row["rss"]) / KIB_PER_GIB,
        age_s=int(row["age"]),
        name=row["rest"][:COMM_WIDTH].strip(),
        arguments=masked(row["rest"][COMM_WIDTH:].strip()),
        container_id=containers.get(pid),
        unit=units.get(pid),
    )


def _is_kernel_thread(process: Process) -> bool:
    return process.rss_gib == 0 and not process.is_zombie


def _owners(text: str) -> tuple[dict[int, str], dict[int, str]]:
    rows = CGROUP.findall(text)
    return (
        {int(pid): container for pid, container, _ in rows if container},
        _innermost((int(pid), unit) for pid, _, unit in rows if unit),
    )


def _innermost(rows: Iterable[tuple[int, str]]) -> dict[int, str]:
    """One unit a process: `user@UID.service` only where there is no other."""
    units: defaultdict[int, list[str]] = defaultdict(list)
    for pid, unit in rows:
        units[pid].append(unit)
    return {pid: min(names, key=lambda name: name.startswith("user@")) for pid, names in units.items()}


FACTS = (Fact("processes", COMMAND, parse),)
