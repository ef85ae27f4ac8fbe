"""Hosts: alike where they must be, with room, limits and a right clock.

Findings are sentences that name their subject; () means that nothing was found.
"""

from collections.abc import Iterable, Mapping

from probes.facts.clock import Clock
from probes.facts.docker import Docker
from probes.facts.identity import Identity
from probes.facts.limits import Limits
from probes.facts.storage import Storage

LOW_FRACTION = 0.05
"""Below this a file system counts as nearly full: what ext4 keeps for root (mke2fs(8))."""


def system_differences(identities: Mapping[str, Identity]) -> dict[str, dict[str, str]]:
    """What differs between nodes, by subject, then by node; {} when system, kernel and architecture agree."""
    subjects = {
        "system": {name: f"{one.os_id} {one.os_version}" for name, one in identities.items()},
        "kernel": {name: one.kernel for name, one in identities.items()},
        "architecture": {name: one.architecture for name, one in identities.items()},
    }
    return {subject: values for subject, values in subjects.items() if len(set(values.values())) > 1}


def clocks_apart_s(clocks: Mapping[str, Clock]) -> float:
    """Seconds between the earliest and the latest clock, all read at once; the spread of reading is in it."""
    times = [clock.epoch_s for clock in clocks.values()]
    return max(times) - min(times) if times else 0.0


def without_room(
    storage: Storage, paths: Iterable[str], low_fraction: float = LOW_FRACTION
) -> tuple[str, ...]:
    """File systems of `paths` with fewer bytes or inodes free than that share; a path "" is not known."""
    mounts = {mount.path: mount for mount in map(storage.holding, filter(None, paths))}
    return tuple(
        f"{mount.path} has {free:.1%} of its {what} free ({mount.free_gib:.1f} GiB)"
        for mount in mounts.values()
        for what, free in (("bytes", mount.free_fraction), ("inodes", mount.inodes_free_fraction))
        if free < low_fraction
    )


def limits_too_small(
    limits: Limits, min_memlock_bytes: int | None, min_open_files: int, min_shm_gib: float = 0.0
) -> tuple[str, ...]:
    """Limits of Docker's daemon, else of the shell, that are lower than asked; None asks for unlimited."""
    name = "dockerd" if "dockerd" in limits.processes else "shell"
    process = limits.processes[name]
    subjects = (
        ("bytes of locked memory", process.memlock_bytes, min_memlock_bytes),
        ("open files", process.open_files, min_open_files),
    )
    found = tuple(
        f"{name}: {_shown(has)} {what}, wanted {_shown(wanted)}"
        for what, has, wanted in subjects
        if _is_less(has, wanted)
    )
    shm_gib = limits.shm_gib or 0.0
    shm = f"shared memory: {shm_gib:.1f} GiB, wanted {min_shm_gib:.1f}"
    return found + ((shm,) if shm_gib < min_shm_gib else ())


def stale_cdi(docker: Docker) -> tuple[str, ...]:
    """CDI files that name paths which are gone, as after an update of the driver."""
    return tuple(
        f"{spec.path} names {spec.missing_paths[0]}, which is gone"
        for spec in docker.cdi
        if spec.missing_paths
    )


def _is_less(has: int | None, wanted: int | None) -> bool:
    return has is not None and (wanted is None or has < wanted)


def _shown(limit: int | None) -> str:
    return "unlimited" if limit is None else str(limit)
