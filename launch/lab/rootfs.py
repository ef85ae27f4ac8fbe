"""The root file systems of hosts and of the engine's image: mmdebstrap, from the release's own sources."""

import subprocess
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from inventory.errors import LabError
from launch.lab import cache, nspawn, shell
from launch.lab.progress import Elapsed, Say

TREE = "tree"
VERSIONS = "packages.txt"
WITHOUT = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/info/*")


@dataclass(frozen=True)
class Recipe:
    """What mmdebstrap is asked for; `sources`: file name -> content."""

    kind: str
    variant: str
    packages: tuple[str, ...]
    codename: str
    sources: tuple[tuple[str, str], ...]

    def command(self, sources: tuple[Path, ...], target: Path) -> tuple[str, ...]:
        return (
            "mmdebstrap",
            f"--variant={self.variant}",
            f"--include={','.join(self.packages)}",
            "--dpkgopt=force-unsafe-io",
            *(f"--dpkgopt=path-exclude={pattern}" for pattern in WITHOUT),
            '--aptopt=APT::Install-Recommends "false"',
            '--aptopt=Acquire::Retries "3"',
            self.codename,
            str(target),
            *map(str, sources),
        )


HOST_PACKAGES = (
    "systemd",
    "systemd-sysv",
    "dbus",
    "openssh-server",
    "docker.io",
    "iptables",
    "nftables",
    "iproute2",
    "iputils-ping",
    "ethtool",
    "iperf3",
    "procps",
    "python3",
    "rsync",
    "sudo",
    "ca-certificates",
)
IMAGE_PACKAGES = (
    "libnuma1",
    "libstdc++6",
    "libgomp1",
    "python3",
    "procps",
    "iproute2",
    "iputils-ping",
    "ca-certificates",
)
"""python3 brings the libraries that any Python links to, and is itself the one of a venv over /usr."""


def ensure(recipe: Recipe, say: Say) -> Path:
    """The tree that the recipe makes, built first where it is missing; its versions stand beside it.

    Raises LabError with mmdebstrap's last lines.
    """
    asked = repr((recipe.sources, recipe.command((), Path(TREE))))
    return cache.piece(recipe.kind, asked, lambda folder: _build(recipe, folder, Elapsed(recipe.kind, say)))


def _build(recipe: Recipe, folder: Path, elapsed: Elapsed) -> None:
    files = tuple(folder / name for name, _ in recipe.sources)
    for path, (_, content) in zip(files, recipe.sources, strict=True):
        path.write_text(content)
    _mmdebstrap(nspawn.mortal(recipe.command(files, folder / TREE)), elapsed)
    database = folder / TREE / "var/lib/dpkg"
    (folder / VERSIONS).write_text(shell.run(("dpkg-query", f"--admindir={database}", "--show")))
    elapsed.say("built")


def _mmdebstrap(command: tuple[str, ...], elapsed: Elapsed) -> None:
    last: deque[str] = deque(maxlen=8)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        for line in process.stdout or ():
            last.append(line.rstrip())
            if line.startswith("I: ") and line.rstrip().endswith("..."):
                elapsed.say(line[3:].strip(" .\n"))
    if process.returncode:
        raise LabError(
            "a root file system of the distribution's packages",
            f"mmdebstrap ended with status {process.returncode}",
            "see its last lines; apt must reach the sources of /etc/apt",
            tuple(last),
        )
