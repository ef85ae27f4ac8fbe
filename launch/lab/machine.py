"""Whether this machine can carry the pair: system, rights, programs, memory, disk. One sentence when not."""

import os
import platform
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from inventory.errors import LabError
from launch.lab import apt_sources, places, shell
from launch.lab.progress import Say

NEEDED_MEMORY_GIB = 6.0
NEEDED_DISK_GIB = 4.0
SUPPORTED = ("debian", "ubuntu")
PROGRAMS = {
    "systemd-nspawn": "systemd-container",
    "mmdebstrap": "mmdebstrap",
    "ip": "iproute2",
    "nc.openbsd": "netcat-openbsd",
    "ssh": "openssh-client",
    "ssh-keygen": "openssh-client",
    "unshare": "util-linux",
    "nsenter": "util-linux",
    "setpriv": "util-linux",
    "setsid": "util-linux",
    "mount": "mount",
    "tar": "tar",
}
APT = ("apt-get", "-o", "Dpkg::Use-Pty=0", "-qq")
INSTALL_DEADLINE_S = 600


@dataclass(frozen=True)
class Machine:
    """What root file systems are made from. `sources`: file name and content of the release's own."""

    codename: str
    sources: tuple[tuple[str, str], ...]


def ready(say: Say) -> Machine:
    """This machine, able to carry the pair; installs missing programs. Raises LabError otherwise."""
    allowed_here()
    release = platform.freedesktop_os_release()
    missing = missing_packages(shutil.which)
    if missing:
        supported(release, missing)
        _install(missing, say)
    roomy(_available_memory_gib(), _free_disk_gib())
    writable_below(shell.run(("stat", "--file-system", "--format=%T", places.DISK.parent)).strip())
    return described(release)


def described(release: Mapping[str, str]) -> Machine:
    codename = release.get("VERSION_CODENAME", "")
    sources = apt_sources.of_release(codename) if codename else {}
    if not sources:
        seen = f"none for {codename or 'a release without a code name'} in /etc/apt"
        raise LabError(
            "apt sources of this machine's release", seen, "use Debian or Ubuntu with its own sources"
        )
    return Machine(codename, tuple(sorted(sources.items())))


def allowed_here() -> None:
    """Raises LabError where this process cannot have a pair at all."""
    allowed(platform.system(), os.geteuid())


def allowed(system: str, user_id: int) -> None:
    """Raises LabError off Linux, and without root."""
    if system != "Linux":
        raise LabError(
            "Linux for the virtual pair", system, "run it on Debian or Ubuntu, in a machine of its own"
        )
    if user_id != 0:
        raise LabError(
            "root, as the pair is made of namespaces and mounts", f"user {user_id}", "run it with sudo"
        )


def missing_packages(which: Callable[[str], str | None]) -> tuple[str, ...]:
    return tuple(sorted({package for program, package in PROGRAMS.items() if which(program) is None}))


def supported(release: Mapping[str, str], missing: tuple[str, ...]) -> None:
    """Raises LabError where packages are missing that this system's apt cannot be asked for."""
    family = {release.get("ID", ""), *release.get("ID_LIKE", "").split()}
    if not family & set(SUPPORTED):
        raise LabError(
            f"the programs of {', '.join(missing)}",
            f"they are missing, and {release.get('PRETTY_NAME', 'this system')} is neither Debian nor Ubuntu",
            "install them",
        )


def roomy(memory_gib: float, disk_gib: float) -> None:
    """Raises LabError where memory or disk is too small."""
    if memory_gib < NEEDED_MEMORY_GIB:
        seen = f"{memory_gib:.1f} GiB available"
        raise LabError(f"{NEEDED_MEMORY_GIB:g} GiB of memory for the pair", seen, "end what uses the memory")
    if disk_gib < NEEDED_DISK_GIB:
        seen = f"{disk_gib:.1f} GiB free"
        raise LabError(f"{NEEDED_DISK_GIB:g} GiB below {places.DISK.parent}", seen, "free some space")


def writable_below(kind: str) -> None:
    """Raises LabError where an overlay's writable layer cannot stand on a file system of this kind."""
    if kind.startswith("overlay"):
        wanted = f"a disk of its own below {places.DISK.parent}, as an overlay cannot stand on another"
        raise LabError(wanted, f"a file system of type {kind}", f"mount one at {places.DISK}")


def _install(packages: tuple[str, ...], say: Say) -> None:
    say(f"installing {', '.join(packages)}")
    remedy = f"make `apt-get install {' '.join(packages)}` work"
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    install = (*APT, "install", "--yes", "--no-install-recommends", *packages)
    if not shell.succeeds(install, timeout_s=INSTALL_DEADLINE_S):
        shell.run((*APT, "update"), timeout_s=INSTALL_DEADLINE_S, remedy=remedy)
        shell.run(install, timeout_s=INSTALL_DEADLINE_S, remedy=remedy)


def _available_memory_gib() -> float:
    fields = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text().splitlines())
    return int(fields["MemAvailable"].split()[0]) / 2**20


def _free_disk_gib() -> float:
    return shutil.disk_usage(places.DISK.parent).free / 2**30
