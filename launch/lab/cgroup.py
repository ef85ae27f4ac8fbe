"""Everything a host runs sits below one control group of ours: found, frozen and ended by that.

firstlight-lab/HOST/keeper holds the host's keeper, firstlight-lab/HOST/boot all of the host itself. Under
version 2 there is one hierarchy, under version 1 one a controller; a group with children holds no processes
of its own, as version 2 demands (cgroups(7)).
"""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from inventory.errors import LabError
from launch.lab import places

NAME = "firstlight-lab"
KEEPER, BOOT = "keeper", "boot"
CONTROLLERS = ("+cpu", "+cpuset", "+io", "+memory", "+pids")
END_DEADLINE_S = 10.0
PAUSE_S = 0.02


def hierarchies(mounted: Path = places.CGROUPS) -> tuple[Path, ...]:
    """Where the hierarchies are mounted."""
    if _is_group(mounted):
        return (mounted,)
    return tuple(path for path in sorted(mounted.iterdir()) if not path.is_symlink() and _is_group(path))


def create(host: str, mounted: Path = places.CGROUPS) -> None:
    """Makes a host's groups in every hierarchy, controllers and processors handed down to them."""
    for root in hierarchies(mounted):
        _delegate(root)
        for group in (root / NAME, root / NAME / host):
            _make(group)
            _delegate(group)
        for part in (KEEPER, BOOT):
            _make(root / NAME / host / part)


def joining(host: str, part: str, mounted: Path = places.CGROUPS) -> str:
    """Shell words by which a process moves itself into a part of a host's groups."""
    files = (root / NAME / host / part / "cgroup.procs" for root in hierarchies(mounted))
    return "".join(f"echo $$ > {path}; " for path in files)


def members(below: str = "", mounted: Path = places.CGROUPS) -> frozenset[int]:
    """Every process of the lab, or of one host (`HOST`) or a part of it (`HOST/boot`)."""
    listings = (group / "cgroup.procs" for group in _groups(below, mounted))
    return frozenset(int(pid) for listing in listings for pid in _words(listing))


def end(below: str = "") -> None:
    """Kills every member and removes the groups below. Raises LabError when one does not end."""
    deadline_s = time.monotonic() + END_DEADLINE_S
    while (left := members(below)) or not _removed(below):
        if time.monotonic() > deadline_s:
            seen = (
                f"processes {sorted(left)} still there" if left else "control groups that cannot be removed"
            )
            raise LabError("the lab's processes to end", seen, f"look at {places.CGROUPS}/*/{NAME} and at ps")
        _kill(left)
        time.sleep(PAUSE_S)


def _kill(pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _removed(below: str) -> bool:
    """Whether no group is left, after an attempt to remove them, deepest first."""
    found = tuple(_groups(below, places.CGROUPS))
    for group in found:
        with suppress(OSError):
            group.rmdir()
    return not any(group.exists() for group in found)


def _groups(below: str, mounted: Path) -> Iterator[Path]:
    for root in hierarchies(mounted):
        for folder, _, _ in os.walk(root / NAME / below, topdown=False):
            yield Path(folder)


def _words(path: Path) -> list[str]:
    """Process ids; none of a group that has gone meanwhile."""
    with suppress(OSError):
        return path.read_text().split()
    return []


def _is_group(path: Path) -> bool:
    return (path / "cgroup.procs").is_file()


def _make(group: Path) -> None:
    """Under version 1 a cpuset starts empty, and an empty one takes no process."""
    group.mkdir(exist_ok=True)
    for name in ("cpuset.cpus", "cpuset.mems"):
        own, above = group / name, group.parent / name
        if own.exists() and above.exists() and not own.read_text().strip():
            _hand_down(above.read_text(), own)


def _hand_down(value: str, target: Path) -> None:
    if value.strip():
        target.write_text(value)


def _delegate(group: Path) -> None:
    """Version 2: hands controllers down; one that the machine lacks is no matter."""
    control = group / "cgroup.subtree_control"
    for controller in CONTROLLERS if control.exists() else ():
        with suppress(OSError):
            control.write_text(controller)
