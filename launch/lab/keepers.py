"""The keeper processes, seen from outside."""

import os
import shlex
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from inventory.errors import LabError
from launch.lab import cgroup, places, shell
from launch.lab.host import Host

MODULE = "launch.lab.keeper"
START_DEADLINE_S = 20.0
FOLLOW_DEADLINE_S = 2.0
PAUSE_S = 0.02


def start(host: Host) -> None:
    """Starts the keeper of a host inside the host's control groups, detached from this process.

    Raises LabError when it does not come.
    """
    cgroup.create(host.name)
    log = shlex.quote(str(host.runtime / "keeper.log"))
    keeper = f"exec {shlex.quote(sys.executable)} -m {MODULE} {host.name} >> {log} 2>&1 < /dev/null"
    joining = cgroup.joining(host.name, cgroup.KEEPER)
    shell.run(("setsid", "--fork", "sh", "-ec", f"cd {shlex.quote(str(places.PROJECT))}; {joining}{keeper}"))
    _await_start(host)


def _await_start(host: Host) -> None:
    deadline_s = time.monotonic() + START_DEADLINE_S
    while running(host) is None:
        if time.monotonic() > deadline_s:
            wanted = f"the keeper of {host.name} to start within {START_DEADLINE_S:g} s"
            raise LabError(wanted, "none", f"see {host.runtime / 'keeper.log'}")
        time.sleep(PAUSE_S)


def running(host: Host) -> int | None:
    """The process id of a host's keeper: a member of our control groups that was started as one."""
    members = sorted(cgroup.members(f"{host.name}/{cgroup.KEEPER}"))
    return next((pid for pid in members if is_keeper(_words(pid), host.name)), None)


def switch_off(host: Host) -> None:
    """Ends a host at once. Its keeper, which sees it end, is given a moment to follow by itself."""
    cgroup.end(f"{host.name}/{cgroup.BOOT}")
    deadline_s = time.monotonic() + FOLLOW_DEADLINE_S
    while running(host) is not None and time.monotonic() < deadline_s:
        time.sleep(PAUSE_S)


def is_keeper(words: Sequence[str], name: str) -> bool:
    return tuple(words[-3:]) == ("-m", MODULE, name)


def push_reset(pid: int) -> None:
    os.kill(pid, signal.SIGUSR1)


def _words(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").rstrip("\0").split("\0")
    except OSError:
        return []
