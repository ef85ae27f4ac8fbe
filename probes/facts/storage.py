"""Room on the file systems: bytes and inodes."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections, whole

COMMAND = "echo '@@ bytes'; df -P -k; echo '@@ inodes'; df -P -i 2>/dev/null; true"
ROW = re.compile(r"^(\S.*?)\s+(\d{1,18}|-)\s+(\d{1,18}|-)\s+(-?\d{1,18}|-)\s+(?:\d+%|-)\s+(/.*)$", re.ASCII)
"""Six columns of `df -P` (POSIX): file system, total, used, available, capacity, mounted on."""
IN_KIB = re.compile(r"^\S+\s+(?:1024-blocks|1K-blocks)\s")
KIB_PER_GIB = 1024**2


@dataclass(frozen=True)
class Mount:
    """One file system. `inodes_free` is None where the file system has no fixed number of inodes."""

    path: str
    device: str
    total_gib: float
    free_gib: float
    inodes_total: int | None
    inodes_free: int | None

    @property
    def free_fraction(self) -> float:
        """Share of the bytes that an ordinary user may still write, 0 to 1."""
        return self.free_gib / self.total_gib if self.total_gib else 0.0

    @property
    def inodes_free_fraction(self) -> float:
        """Share of the inodes that are free, 0 to 1; 1 where they are not limited."""
        return 1.0 if not self.inodes_total else (self.inodes_free or 0) / self.inodes_total


class Storage(tuple[Mount, ...]):
    """Every mounted file system of a node."""

    __slots__ = ()

    def holding(self, path: str) -> Mount:
        """The file system that `path` lies on, by the longest mount point above it (links not followed).

        Raises LookupError when not even / is there.
        """
        above = {str(p) for p in (PurePosixPath(path), *PurePosixPath(path).parents)}
        holding = [mount for mount in self if mount.path in above]
        if not holding:
            raise LookupError(path)
        # of several mounts on one point the last one is seen
        return max(holding, key=lambda mount: (len(mount.path), self.index(mount)))


def _rows(text: str) -> dict[str, tuple[str, int | None, int | None]]:
    found = (ROW.match(line) for line in text.splitlines())
    return {m[5]: (m[1], whole(m[2]), whole(m[4])) for m in found if m}


def parse(reading: Reading) -> Storage:
    """Also reads a bare `df -P -k`. Raises NotUnderstood for other columns and without any row."""
    text = reading.require("df").stdout
    parts = sections(text) or {"bytes": text}
    if not IN_KIB.match(parts.get("bytes", "")):
        raise reading.not_understood("df -P -k")
    inodes = _rows(parts.get("inodes", ""))
    mounts = Storage(
        Mount(
            path, device, (total or 0) / KIB_PER_GIB, (free or 0) / KIB_PER_GIB, *_counted(inodes.get(path))
        )
        for path, (device, total, free) in _rows(parts.get("bytes", "")).items()
    )
    if not mounts:
        raise reading.not_understood("df -P -k")
    return mounts


def _counted(row: tuple[str, int | None, int | None] | None) -> tuple[int | None, int | None]:
    # btrfs and its like count no inodes and print 0 of 0
    return (row[1], row[2]) if row and row[1] else (None, None)


FACTS = (Fact("storage", COMMAND, parse),)
