"""Everything a host runs sits below one control group of ours: found, frozen and ended by that."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from inventory.errors import LabError
from launch.lab import places

NAME = "firstlight-lab"
NEEDED_CONTROLLERS = "+cpu +memory +pids"
END_DEADLINE_S = 10.0
PAUSE_S = 0.02


def groups(host: str, mounted: Path = places.CGROUPS) -> tuple[Path, ...]:
    """A host's group in every hierarchy that is mounted: one under version 2, one per controller under 1."""
    return tuple(root / NAME / host for root in hierarchies(mounted))


def hierarchies(mounted: Path = places.CGROUPS) -> tuple[Path, ...]:
    candidates = (mounted, *sorted(path for path in mounted.iterdir() if not path.is_symlink()))
    return tuple(path for path in candidates if _is_mount_of_cgroups(path))


def create(host: str) -> tuple[Path, ...]:
    """Makes a host's groups, with the parent's processors and memory nodes where cpuset wants them said."""
    made = groups(host)
    for group in made:
        _delegate(group.parents[1])
        group.parent.mkdir(exist_ok=True)
        _delegate(group.parent)
        group.mkdir(exist_ok=True)
        for level in (group.parent, group):
            _inherit_cpuset(level)
    return made


def joining(host: str) -> str:
    """Shell words by which a process moves itself into all groups of a host."""
    return "; ".join(f"echo $$ > {group / 'cgroup.procs'}" for group in groups(host))


def members() -> frozenset[int]:
    """Every process of the lab's hosts, their keepers included."""
    return frozenset(
        int(pid)
        for root in hierarchies()
        for listing in (root / NAME).rglob("cgroup.procs")
        for pid in _words(listing)
    )


def end_all() -> None:
    """Kills every member and removes the groups. Raises LabError when one does not end."""
    deadline_s = time.monotonic() + END_DEADLINE_S
    while (left := members()) or not _removed():
        if time.monotonic() > deadline_s:
            raise LabError(
                "the lab's processes to end", f"{sorted(left)} still there", "look at them with ps"
            )
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(PAUSE_S)


def _removed() -> bool:
    """Whether no group of ours is left, after an attempt to remove them, deepest first."""
    found = [group for root in hierarchies() for group in _below(root / NAME)]
    for group in found:
        with suppress(OSError):
            group.rmdir()
    return not any(group.exists() for group in found)


def _below(group: Path) -> Iterator[Path]:
    for folder, _, _ in os.walk(group, topdown=False):
        yield Path(folder)


def _words(path: Path) -> list[str]:
    with suppress(OSError):
        return path.read_text().split()
    return []


def _is_mount_of_cgroups(path: Path) -> bool:
    return (path / "cgroup.procs").is_file()


def _delegate(group: Path) -> None:
    """Version 2: controllers for the children; a controller that the machine lacks is no matter."""
    control = group / "cgroup.subtree_control"
    if control.exists():
        for controller in NEEDED_CONTROLLERS.split():
            with suppress(OSError):
                control.write_text(controller)


def _inherit_cpuset(group: Path) -> None:
    for name in ("cpuset.cpus", "cpuset.mems"):
        own, parent = group / name, group.parent / name
        if own.exists() and parent.exists() and not own.read_text().strip() and parent.read_text().strip():
            own.write_text(parent.read_text())
