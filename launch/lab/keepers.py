"""The keeper processes, seen from outside."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from launch.lab import cgroup, places
from launch.lab.host import Host

MODULE = "launch.lab.keeper"


def start(host: Host) -> None:
    """Starts the keeper of a host inside the host's control groups, detached from this process."""
    cgroup.create(host.name)
    script = f"{cgroup.joining(host.name)}; exec {sys.executable} -m {MODULE} {host.name}"
    with (host.runtime / "keeper.log").open("ab") as log:
        subprocess.Popen(
            ("sh", "-ec", script),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=places.PROJECT,
            start_new_session=True,
        )


def running(host: Host) -> int | None:
    """The process id of a host's keeper: a member of our control groups that was started as one."""
    return next((pid for pid in sorted(cgroup.members()) if is_keeper(_words(pid), host.name)), None)


def is_keeper(words: Sequence[str], name: str) -> bool:
    return tuple(words[-3:]) == ("-m", MODULE, name)


def push_reset(pid: int) -> None:
    os.kill(pid, signal.SIGUSR1)


def _words(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").rstrip("\0").split("\0")
    except OSError:
        return []
