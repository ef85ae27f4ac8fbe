"""Limits that RDMA, NCCL and many open connections run into: locked memory, open files, shared memory."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections, whole

COMMAND = r"""
echo '@@ shell'; cat /proc/self/limits
for name in dockerd containerd; do
  for comm in /proc/[0-9]*/comm; do
    read -r running <"$comm" 2>/dev/null && [ "$running" = "$name" ] || continue
    echo "@@ $name"; cat "${comm%comm}limits" 2>/dev/null
    break
  done
done
echo '@@ shm'; df -P -k /dev/shm 2>/dev/null
true
"""
ROW = re.compile(r"^(Max [a-z ]+?) {2,}(\d{1,20}|unlimited) +(\d{1,20}|unlimited)\b", re.MULTILINE | re.ASCII)
SHM = re.compile(r"\s(\d{1,18})\s+\d+\s+\d+\s+\d+%\s+/dev/shm$", re.MULTILINE | re.ASCII)
KIB_PER_GIB = 1024**2


@dataclass(frozen=True)
class ProcessLimits:
    """Hard limits of one process, None for unlimited."""

    memlock_bytes: int | None
    open_files: int | None


@dataclass(frozen=True)
class Limits:
    """`processes` by name: `shell` (who asked), and `dockerd` and `containerd` where they run.

    `shm_gib` is the size of the host's /dev/shm, None where it is not mounted.
    """

    processes: Mapping[str, ProcessLimits]
    shm_gib: float | None


def parse(reading: Reading) -> Limits:
    """Also reads a bare /proc/PID/limits, as `shell`. Raises NotUnderstood when there is no limit."""
    text = reading.require("cat").stdout
    parts = sections(text) or {"shell": text}
    shm = SHM.search(parts.pop("shm", ""))
    rows = {name: {key: hard for key, _, hard in ROW.findall(part)} for name, part in parts.items()}
    if "Max locked memory" not in rows.get("shell", {}):
        raise reading.not_understood("/proc/self/limits")
    processes = {name: _limits(hard) for name, hard in rows.items() if hard}
    return Limits(processes, int(shm[1]) / KIB_PER_GIB if shm else None)


def _limits(hard: Mapping[str, str]) -> ProcessLimits:
    return ProcessLimits(whole(hard.get("Max locked memory", "")), whole(hard.get("Max open files", "")))


FACTS = (Fact("limits", COMMAND, parse),)
