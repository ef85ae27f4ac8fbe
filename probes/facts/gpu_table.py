"""The tables of plain `nvidia-smi`: GPUs (three lines each), MIG devices, processes."""

import re
from dataclasses import replace
from typing import Any

from probes.facts import gpu_cells as cells
from probes.facts.gpu import Gpu, GpuProcess, Gpus, MigInstance

VERSIONS = re.compile(
    r"NVIDIA-SMI \S+\s+Driver Version: (?P<driver>[\d.]{1,20})(?:\s+CUDA Version: (?P<cuda>\S+))?", re.ASCII
)
FIRST = re.compile(
    r"^\|\s*(?P<index>\d{1,4})\s+(?P<name>\S.*?)\s+(?P<persistence>On|Off|N/A|ERR!)\s*"
    r"\|\s*(?P<bus>[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-7])\s+(?P<display>On|Off|N/A|ERR!)\s*"
    r"\|\s*(?P<ecc>\S+)\s*\|",
    re.ASCII,
)
SECOND = re.compile(
    r"^\|\s*(?P<fan>\S+)\s+(?P<temp>\S+)\s+(?P<perf>\S+)\s+(?P<power>\S+)\s*/\s*(?P<cap>\S+)\s*"
    r"\|\s*(?P<memory>[^|]*?)\s*\|\s*(?P<util>\S+)\s+(?P<mode>[^|]*?)\s*\|",
    re.ASCII,
)
THIRD = re.compile(r"^\|\s+\|\s+\|\s*(?P<mig>[^|]*?)\s*\|\s*$", re.ASCII)
MIG = re.compile(
    r"^\|\s*(?P<gpu>\d{1,4})\s+(?P<gi>\d{1,4})\s+(?P<ci>\d{1,4})\s+(?P<device>\d{1,4})\s*"
    r"\|\s*(?P<used>\S+)\s*/\s*(?P<total>\S+)\s*\|\s*\S+\s+(?P<ecc>\S+)\s*\|",
    re.ASCII,
)
PROCESS = re.compile(
    r"^\|\s+(?P<gpu>\d{1,4})\s+(?:(?:N/A|\d{1,4})\s+(?:N/A|\d{1,4})\s+)?(?P<pid>\d{1,10})\s+(?P<type>C\+G|G|C|M\+C)\s+"
    r"(?P<name>.*?)\s+(?P<used>\d{1,9}MiB|N/A)\s*\|",
    re.ASCII,
)
NO_PROCESSES = re.compile(r"No running processes found", re.IGNORECASE)
LISTED = re.compile(
    r"^GPU (?P<index>\d{1,4}): (?P<name>.+?) \(UUID: (?P<uuid>GPU-[0-9a-f-]{1,64})\)", re.ASCII
)


def gpus(text: str) -> Gpus | None:
    """The GPUs and MIG devices of a table or of `nvidia-smi -L`; None when the text has neither."""
    lines = text.splitlines()
    listed = {int(m["index"]): m for m in map(LISTED.match, lines) if m}
    found = _rows(lines) or [Gpu(index=index, name=m["name"]) for index, m in listed.items()]
    mig = tuple(_mig(m) for m in map(MIG.match, lines) if m)
    if not found and not mig:
        return None
    versions = VERSIONS.search(text)
    driver = versions["driver"] if versions else None
    return Gpus(
        gpus=tuple(_completed(gpu, listed, driver) for gpu in found),
        driver=driver,
        cuda=cells.text(versions["cuda"] or "") if versions else None,
        mig=mig,
    )


def _completed(gpu: Gpu, listed: dict[int, re.Match[str]], driver: str | None) -> Gpu:
    line = listed.get(gpu.index if gpu.index is not None else -1)
    return replace(gpu, driver=driver, uuid=line["uuid"] if line else None)


def _rows(lines: list[str]) -> list[Gpu]:
    found: list[Gpu] = []
    for number, line in enumerate(lines):
        if first := FIRST.match(line):
            second = SECOND.match(lines[number + 1]) if number + 1 < len(lines) else None
            third = THIRD.match(lines[number + 2]) if number + 2 < len(lines) else None
            found.append(_row(first, second, third))
    return found


def _row(first: re.Match[str], second: re.Match[str] | None, third: re.Match[str] | None) -> Gpu:
    shown = first.groupdict() | (second.groupdict() if second else {}) | (third.groupdict() if third else {})
    return Gpu(
        index=int(first["index"]),
        name=first["name"],
        bus=first["bus"],
        display_active=cells.switch(first["display"]),
        persistence=cells.switch(first["persistence"]),
        mig=cells.switch(shown.get("mig", "")),
        ecc_uncorrected=cells.whole(first["ecc"]),
        unreadable=tuple(name for name, cell in shown.items() if cells.is_unreadable(cell)),
        **_measured(shown if second else {}),
    )


def _measured(shown: dict[str, str]) -> dict[str, Any]:
    used, _, total = shown.get("memory", "").partition("/")
    return {
        "memory_used_mib": cells.whole(used),
        "memory_total_mib": cells.whole(total),
        "fan_percent": cells.number(shown.get("fan", "")),
        "temperature_c": cells.number(shown.get("temp", "")),
        "performance_state": cells.text(shown.get("perf", "")),
        "power_w": cells.number(shown.get("power", "")),
        "power_cap_w": cells.number(shown.get("cap", "")),
        "utilization_percent": cells.number(shown.get("util", "")),
        "compute_mode": cells.text(shown.get("mode", "")),
    }


def _mig(found: re.Match[str]) -> MigInstance:
    return MigInstance(
        gpu=int(found["gpu"]),
        gpu_instance=int(found["gi"]),
        compute_instance=int(found["ci"]),
        device=int(found["device"]),
        memory_used_mib=cells.whole(found["used"]),
        memory_total_mib=cells.whole(found["total"]),
        ecc_uncorrected=cells.whole(found["ecc"]),
    )


def processes(text: str) -> tuple[GpuProcess, ...] | None:
    """The process table's rows; None when the text has none. Long names are cut by the table."""
    rows = tuple(
        GpuProcess(int(m["pid"]), m["name"], cells.whole(m["used"]), m["gpu"], m["type"])
        for m in map(PROCESS.match, text.splitlines())
        if m
    )
    return rows if rows or NO_PROCESSES.search(text) else None
