"""Memory of a host as /proc/meminfo has it; on unified memory it is the GPU's too."""

import re
from dataclasses import dataclass

from probes.facts.reading import Fact, Reading

LINE = re.compile(r"^([\w()]+):\s+(\d{1,18})(?: kB)?\s*$", re.MULTILINE | re.ASCII)
KIB_PER_GIB = 1024**2


@dataclass(frozen=True)
class Memory:
    """All in GiB.

    `available_gib` is what a new program can get, `cached_gib` the page cache that it counts in
    (proc_meminfo(5)); `free_gib` is what lies idle, and no measure of what can be had.
    """

    total_gib: float
    available_gib: float
    free_gib: float
    cached_gib: float
    swap_total_gib: float
    swap_free_gib: float
    huge_pages_gib: float


def _cached_kib(kib: dict[str, int]) -> int:
    file_pages = kib.get("Cached", 0) + kib.get("Buffers", 0) + kib.get("SReclaimable", 0)
    return max(0, file_pages - kib.get("Shmem", 0))


def parse(reading: Reading) -> Memory:
    """Raises NotUnderstood when MemTotal, MemAvailable or MemFree are not there."""
    kib = {name: int(value) for name, value in LINE.findall(reading.require("cat").stdout)}
    if not {"MemTotal", "MemAvailable", "MemFree"} <= kib.keys():
        raise reading.not_understood("/proc/meminfo")
    return Memory(
        total_gib=kib["MemTotal"] / KIB_PER_GIB,
        available_gib=kib["MemAvailable"] / KIB_PER_GIB,
        free_gib=kib["MemFree"] / KIB_PER_GIB,
        cached_gib=_cached_kib(kib) / KIB_PER_GIB,
        swap_total_gib=kib.get("SwapTotal", 0) / KIB_PER_GIB,
        swap_free_gib=kib.get("SwapFree", 0) / KIB_PER_GIB,
        huge_pages_gib=kib.get("HugePages_Total", 0) * kib.get("Hugepagesize", 0) / KIB_PER_GIB,
    )


FACTS = (Fact("memory", "cat /proc/meminfo", parse),)
