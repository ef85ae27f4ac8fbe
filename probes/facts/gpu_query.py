"""`nvidia-smi -q`: an indented outline of `name : value`, whole or some sections of it."""

import re
from collections.abc import Iterator
from itertools import pairwise

from probes.facts import gpu_cells as cells
from probes.facts.gpu import GpuProcess, Gpus
from probes.facts.gpu_fields import gpu

ROW = re.compile(r"^(?P<indent> *)(?P<key>[A-Z][^:\n]*?) *(?: : (?P<value>.*)| *)$")
HEAD = re.compile(r"^GPU (?P<bus>[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-7])\s*$", re.ASCII)
SECTIONS = frozenset(
    {
        "clocks",
        "clocks_event_reasons",
        "clocks_throttle_reasons",
        "ecc_errors",
        "ecc_mode",
        "fb_memory_usage",
        "gpu_power_readings",
        "max_clocks",
        "mig_mode",
        "pci",
        "power_readings",
        "remapped_rows",
        "temperature",
        "utilization",
    }
)
"""Sections that are known without the heading of their GPU."""
Pairs = list[tuple[str, str]]


def gpus(text: str) -> Gpus | None:
    """The GPUs of the outline; None when it is none."""
    head, *bodies = _split(text)
    common = dict(_pairs(head))
    if not bodies and _is_part(common):
        return Gpus((gpu(common),))
    if not bodies:
        return None
    driver = cells.text(common.get("driver_version", ""))
    found = (
        gpu(dict(_pairs(lines)), bus=bus, driver=driver, index=i)
        for i, (bus, lines) in enumerate(_bodies(text))
    )
    return Gpus(tuple(found), driver, cells.text(common.get("cuda_version", "")))


def processes(text: str) -> tuple[GpuProcess, ...] | None:
    """The processes under each GPU; None when no GPU says anything of its processes."""
    listed = [(bus, _pairs(lines)) for bus, lines in _bodies(text)]
    if not any(path.startswith("processes") for _, pairs in listed for path, _ in pairs):
        return None
    return tuple(process for bus, pairs in listed for process in _processes(bus, pairs))


def _split(text: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        if HEAD.match(line):
            parts.append([])
        parts[-1].append(line)
    return parts


def _bodies(text: str) -> Iterator[tuple[str, list[str]]]:
    for part in _split(text)[1:]:
        head = HEAD.match(part[0])
        assert head is not None
        yield head["bus"], part[1:]


def _is_part(pairs: dict[str, str]) -> bool:
    return any(path.split("/", 1)[0] in SECTIONS and "/" in path for path in pairs)


def _pairs(lines: list[str]) -> Pairs:
    """Paths and values in order; a key without a value opens a section for what is indented deeper."""
    open_sections: list[tuple[int, str]] = []
    found = []
    for row in filter(None, map(ROW.match, lines)):
        indent, name = len(row["indent"]), cells.slug(row["key"])
        open_sections = [section for section in open_sections if section[0] < indent]
        path = "/".join([section for _, section in open_sections] + [name])
        if row["value"] is not None:
            found.append((path, row["value"].strip()))
        open_sections.append((indent, name))
    return found


def _processes(bus: str, pairs: Pairs) -> Iterator[GpuProcess]:
    starts = [number for number, (path, _) in enumerate(pairs) if path == "processes/process_id"]
    for start, end in pairwise([*starts, len(pairs)]):
        said = {
            path.rsplit("/", 1)[-1]: value
            for path, value in pairs[start:end]
            if path.startswith("processes/")
        }
        pid = cells.whole(said.get("process_id", ""))
        if pid is not None:
            yield GpuProcess(
                pid, said.get("name", ""), cells.whole(said.get("used_gpu_memory", "")), bus, said.get("type")
            )
