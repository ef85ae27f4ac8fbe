"""The processes that would hold GPU memory: engine ranks and stale servers of this host, found in /proc."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HOLDERS = r"VLLM::|ray::RayWorkerProc|ray::RayWorkerWrapper|sglang::scheduler"


class Process(NamedTuple):
    """`used_mib` is the resident memory: on unified memory that is where a model would be."""

    pid: int
    title: str
    used_mib: int


def holding(also: tuple[str, ...], proc: Path = Path("/proc")) -> tuple[Process, ...]:
    """Processes whose title begins with an engine's word or one of `also`, by process id."""
    wanted = re.compile("|".join((HOLDERS, *map(re.escape, also))))
    return tuple(sorted(_found(wanted, proc), key=lambda process: process.pid))


def _found(wanted: re.Pattern[str], proc: Path) -> Iterator[Process]:
    for folder in (entry for entry in proc.iterdir() if entry.name.isdigit()):
        title = _title(folder)
        used_mib = _resident_mib(folder) if wanted.match(title) else None
        if used_mib is not None:
            yield Process(int(folder.name), title, used_mib)


def _title(folder: Path) -> str:
    try:
        words = (folder / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return ""
    return words[0].decode("utf-8", "replace").strip()


def _resident_mib(folder: Path) -> int | None:
    """None for a process that has ended meanwhile, or holds no memory of its own."""
    try:
        status = (folder / "status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
    return max(1, int(found[1]) // 1024) if found else None
