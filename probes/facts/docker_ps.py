"""The table of `docker ps`, by the columns of its header; a row without header as far as it can be read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from probes.facts.reading import Reading

COLUMN = re.compile(r"\S+(?: \S+)*")
ID = re.compile(r"[0-9a-f]{12,64}")
STATUS = re.compile(
    r"(?P<word>Up|Exited|Restarting|Created|Dead|Removal In Progress)\b(?: \((?P<code>\d{1,3})\))?", re.ASCII
)
PAUSED = re.compile(r"\(Paused\)")
SPAN = re.compile(
    r"(?:(\d{1,9})|about an?|less than a) (second|minute|hour|day|week|month|year)", re.IGNORECASE | re.ASCII
)
SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86400,
    "week": 7 * 86400,
    "month": 30 * 86400,
    "year": 365 * 86400,
}
NAMES = ("CONTAINER ID", "IMAGE", "COMMAND", "CREATED", "STATUS", "PORTS", "NAMES")


@dataclass(frozen=True)
class ContainerRow:
    """One row. `state` is Docker's word in small letters (`up`, `restarting`, `exited`, `paused`, …).

    `state_for_s` and `created_s` ago are as coarse as Docker prints them; None when the row does not say.
    """

    id: str
    name: str
    image: str
    command: str
    state: str
    exit_code: int | None
    state_for_s: int | None
    created_s: int | None
    ports: tuple[str, ...]


def parse_text(text: str) -> tuple[ContainerRow, ...]:
    """Raises NotUnderstood when there is neither a header nor a row of a container."""
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and lines[0].startswith(NAMES[0]):
        return tuple(_row(cells) for cells in _under_header(lines[0], lines[1:]))
    rows = tuple(_row(cells) for cells in map(_without_header, lines) if cells)
    if not rows:
        raise Reading(0, text).not_understood("docker ps")
    return rows


def _under_header(header: str, lines: list[str]) -> Iterator[dict[str, str]]:
    starts = [(m[0], m.start()) for m in COLUMN.finditer(header)]
    ends = [start for _, start in starts[1:]] + [None]
    for line in lines:
        yield {name: line[start:end].strip() for (name, start), end in zip(starts, ends, strict=True)}


def _without_header(line: str) -> dict[str, str]:
    cells = re.split(r" {2,}", line.strip())
    if not ID.fullmatch(cells[0]) or len(cells) < len(NAMES) - 1:
        return {}
    names = NAMES if len(cells) == len(NAMES) else tuple(name for name in NAMES if name != "PORTS")
    return dict(zip(names, cells, strict=False))


def _row(cells: dict[str, str]) -> ContainerRow:
    status = cells.get("STATUS", "")
    found = STATUS.match(status)
    word = found["word"].lower() if found else ""
    return ContainerRow(
        id=cells.get("CONTAINER ID", ""),
        name=cells.get("NAMES", ""),
        image=cells.get("IMAGE", ""),
        command=cells.get("COMMAND", "").strip('"'),
        state="paused" if PAUSED.search(status) else word,
        exit_code=int(found["code"]) if found and found["code"] else None,
        state_for_s=_seconds(status),
        created_s=_seconds(cells.get("CREATED", "")),
        ports=tuple(port.strip() for port in cells.get("PORTS", "").split(",") if port.strip()),
    )


def _seconds(text: str) -> int | None:
    found = SPAN.search(text)
    return int(found[1] or 1) * SECONDS[found[2].lower()] if found else None


PARSERS = {"containers": parse_text, "docker_ps": parse_text}
