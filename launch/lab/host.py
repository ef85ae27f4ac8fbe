"""The two hosts of the pair: names, roles, addresses, and where each keeps its parts."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import IPv4Interface
from pathlib import Path
from typing import TypeVar

from launch.lab import places

T = TypeVar("T")

FABRIC_INTERFACE = "enp1s0f1np1"
EXTERNAL_INTERFACE = "enP7s7"
EXTERNAL_GATEWAY = "10.1.230.1"
FABRIC_MTU = 9000


@dataclass(frozen=True)
class Host:
    """One virtual machine: a systemd in its own namespaces, over its own writable layer."""

    name: str
    role: str
    fabric: IPv4Interface
    external: IPv4Interface

    @property
    def namespace(self) -> str:
        return f"fl-{self.name}"

    @property
    def runtime(self) -> Path:
        """Console, keeper's log, host key."""
        return places.RUNTIME / self.name

    @property
    def disk(self) -> Path:
        """What the host itself wrote, over the shared root file system."""
        return places.DISK / self.name

    @property
    def docker(self) -> Path:
        """/var/lib/docker: overlay2 does not stand on an overlay."""
        return self.disk / "docker"

    @property
    def is_head(self) -> bool:
        return self.role == "head"


HOSTS = (
    Host("spark-1", "head", IPv4Interface("192.168.200.12/24"), IPv4Interface("10.1.230.180/24")),
    Host("spark-2", "worker", IPv4Interface("192.168.200.13/24"), IPv4Interface("10.1.230.181/24")),
)


def on_each(action: Callable[[Host], T], hosts: Sequence[Host] = HOSTS) -> list[T]:
    """Runs the action for all hosts at once; the first failure is raised when all have ended."""
    with ThreadPoolExecutor(len(hosts)) as pool:
        return [done.result() for done in [pool.submit(action, host) for host in hosts]]


def named(name: str) -> Host:
    """Raises KeyError for a name that is none of the pair's."""
    return {host.name: host for host in HOSTS}[name]
