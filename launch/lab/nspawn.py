"""How a container is started: a mount namespace of its own, an overlay as its root, systemd-nspawn.

All mounts are made in that namespace, so they end with the container, however it ends.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from launch.lab.host import Host

REBOOT_ASKED = 133
"""Exit status of `systemd-nspawn --keep-unit` when the host wants to be started again
(EXIT_FORCE_RESTART in systemd's nspawn.c, RestartForceExitStatus= in systemd-nspawn@.service)."""

ALWAYS = (
    "systemd-nspawn",
    "--quiet",
    "--keep-unit",
    "--register=no",
    "--capability=all",
    "--link-journal=no",
    "--resolv-conf=off",
    "--timezone=off",
)


@dataclass(frozen=True)
class Layers:
    """An overlay: `lower` is shared and only read, `folder` holds what is written and the mount point."""

    lower: Path
    folder: Path

    @property
    def upper(self) -> Path:
        return self.folder / "upper"

    @property
    def work(self) -> Path:
        return self.folder / "work"

    @property
    def root(self) -> Path:
        return self.folder / "root"

    @property
    def options(self) -> str:
        return f"lowerdir={self.lower},upperdir={self.upper},workdir={self.work}"

    def make(self) -> None:
        for part in (self.upper, self.work, self.root):
            part.mkdir(parents=True)


def arguments(host: Host, read_only: Mapping[Path, Path]) -> tuple[str, ...]:
    """systemd-nspawn's options for a host. `read_only`: path on the machine -> path in the host."""
    return (
        "--boot",
        f"--machine=firstlight-{host.name}",
        f"--hostname={host.name}",
        f"--network-namespace-path=/run/netns/{host.namespace}",
        f"--bind={host.docker}:/var/lib/docker",
        *(f"--bind-ro={source}:{target}" for source, target in read_only.items()),
    )


def confined(script: str) -> tuple[str, ...]:
    """Runs a shell script in a mount namespace that sees the machine's later mounts and leaks none.

    What runs there dies with the thread that started it, so a killed keeper leaves no host behind.
    """
    own_mounts = ("unshare", "--mount", "--propagation", "slave")
    return ("setpriv", "--pdeathsig", "KILL", *own_mounts, "--", "sh", "-ec", script)


def mortal(command: Sequence[str]) -> tuple[str, ...]:
    """The same for a program with children: all of them, and their mounts, end with it."""
    own = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "slave")
    return ("setpriv", "--pdeathsig", "KILL", *own, "--", *command)


def script(layers: Layers, options: Sequence[str]) -> str:
    """Mounts, then becomes nspawn, which refuses to start where /run is on a disk, hence the tmpfs."""
    lines = (
        ("mkdir", "-p", "/run/systemd/nspawn"),
        ("mount", "-t", "tmpfs", "tmpfs", "/run/systemd/nspawn"),
        ("mount", "-t", "overlay", "firstlight", "-o", layers.options, str(layers.root)),
        ("export", "SYSTEMD_SECCOMP=0", "SYSTEMD_NSPAWN_API_VFS_WRITABLE=network"),
        ("exec", *ALWAYS, f"--directory={layers.root}", *options),
    )
    return "".join(f"{shlex.join(line)}\n" for line in lines)
