"""`ray status`, in the layouts of Ray 1.x, 2.3x, 2.44, 2.60 and of the legacy autoscaler with -v.

It lags: for 15 to 30 s a node that was lost still stands there, and is then merely missing. Totals are
taken from here; nodes, liveness and addresses never.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from inventory.errors import CannotTell
from probes.engine_log.lines import plain
from probes.facts.reading import Reading

TITLE = re.compile(r"^=+ (?:Autoscaler|Cluster) status: (?P<at>[^=]+?) =+$")
NOT_YET = re.compile(r"^No cluster status\.")
SECTION = re.compile(r"^(?P<name>[A-Z][\w ()-]*):$")
NODE_BLOCK = re.compile(r"^Node: \S+$")
COUNTED = re.compile(r"^ (?P<count>\d+) (?P<kind>\S.*)$")
USED = re.compile(
    r"^\s(?P<used>[\d.]+)(?P<used_unit>[KMGT]?i?B)?/(?P<total>[\d.]+) ?(?P<unit>[KMGT]?i?B)? (?P<name>\S+)"
)
ADDRESS = re.compile(r"'node:(\d[\d.]*)': ")
ACTIVE = frozenset({"Active", "Healthy", "Node status", "Idle"})
USAGE = frozenset({"Usage", "Total Usage"})
DEMANDS = frozenset({"Demands", "Pending Demands", "Total Demands"})
SHADOW = re.compile(r"_group_(?:\d+_)?[0-9a-f]{8,}$")
"""A placement group's share of a resource, which is counted there already."""


@dataclass(frozen=True)
class Used:
    """Of one resource, in its own unit; bytes in GiB."""

    used: float
    total: float


@dataclass(frozen=True)
class RayStatus:
    """What `ray status` says: `nodes` it calls active, and its sections' lines as they stand there.

    `node_ids` and `addresses` are empty in the layouts that do not name them.
    """

    at: str
    nodes: int
    node_ids: tuple[str, ...]
    addresses: tuple[str, ...]
    pending: tuple[str, ...]
    failures: tuple[str, ...]
    demands: tuple[str, ...]
    usage: Mapping[str, Used] = field(hash=False)

    @property
    def gpus_used(self) -> float:
        return self.usage.get("GPU", Used(0, 0)).used

    @property
    def gpus_total(self) -> float:
        return self.usage.get("GPU", Used(0, 0)).total


def parse(reading: Reading) -> RayStatus:
    """Raises CannotTell while Ray has no status yet (it exits 0), NotUnderstood for an unknown layout."""
    lines = [plain(line).rstrip() for line in reading.require("ray").stdout.splitlines()]
    if any(NOT_YET.match(line) for line in lines):
        raise CannotTell(
            "the totals of the Ray cluster",
            "no cluster status yet",
            "ask again for up to a minute",
            tuple(lines[:3]),
        )
    title = next((match for line in lines if (match := TITLE.match(line))), None)
    sections = _sections(lines)
    if title is None or not USAGE & sections.keys():
        raise reading.not_understood("ray status")
    return _status(title["at"], sections)


def _status(at: str, sections: Mapping[str, list[str]]) -> RayStatus:
    active = [match for line in _of(sections, ACTIVE) if (match := COUNTED.match(line))]
    return RayStatus(
        at=at,
        nodes=sum(int(match["count"][:9]) for match in active),
        node_ids=tuple(m["kind"].removeprefix("node_") for m in active if m["kind"].startswith("node_")),
        addresses=tuple(a for m in active for a in ADDRESS.findall(m["kind"])),
        pending=_words(sections, frozenset({"Pending"})),
        failures=_words(sections, frozenset({"Recent failures"})),
        demands=_words(sections, DEMANDS),
        usage=dict(_usage(_of(sections, USAGE))),
    )


def _sections(lines: list[str]) -> dict[str, list[str]]:
    """Indented lines by the heading above them; what a node block holds is one node's share and left out."""
    found: dict[str, list[str]] = {}
    here: list[str] = []
    for line in lines:
        if NODE_BLOCK.match(line):
            break
        if match := SECTION.match(line) or re.match(r"^(?P<name>Node status|Resources)$", line):
            here = found.setdefault(match["name"], [])
        elif line.startswith(" "):
            here.append(line)
        elif line and not set(line) <= {"-"}:
            here = []
    return found


def _of(sections: Mapping[str, list[str]], names: frozenset[str]) -> Iterator[str]:
    return (line for name, lines in sections.items() if name in names for line in lines)


def _words(sections: Mapping[str, list[str]], names: frozenset[str]) -> tuple[str, ...]:
    lines = (line.strip() for line in _of(sections, names))
    return tuple(line for line in lines if not re.fullmatch(r"\((?:no .*|none)\)", line))


def _usage(lines: Iterator[str]) -> Iterator[tuple[str, Used]]:
    for match in filter(None, map(USED.match, lines)):
        if not SHADOW.search(match["name"]):
            unit = match["unit"]
            used = _amount(match["used"], match["used_unit"] or unit)
            yield match["name"], Used(used, _amount(match["total"], unit))


_GIB = {"B": 2**-30, "KiB": 2**-20, "MiB": 2**-10, "GiB": 1.0, "TiB": 1024.0}


def _amount(text: str, unit: str | None) -> float:
    number = re.match(r"\d+(?:\.\d+)?|\.\d+", text)
    return (float(number[0]) if number else 0.0) * (_GIB.get(unit, 1.0) if unit else 1.0)


PARSERS = {"ray_status": lambda text: parse(Reading(0, text))}
