"""How the pair is."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class HostStatus:
    """`is_on`: its keeper runs. `docker_answers` over SSH. `boot_id` is None when sshd does not answer."""

    name: str
    is_on: bool
    docker_answers: bool
    boot_id: str | None

    def __str__(self) -> str:
        if not self.is_on:
            return f"{self.name}: off"
        if self.boot_id is None:
            return f"{self.name}: on, does not answer on SSH"
        docker = "Docker answers" if self.docker_answers else "Docker does not answer"
        return f"{self.name}: on, boot {self.boot_id}, {docker}"


@dataclass(frozen=True)
class Status:
    """`was_completed`: the pair was raised to the end. No hosts: there is no pair."""

    was_completed: bool
    hosts: tuple[HostStatus, ...]

    @property
    def is_healthy(self) -> bool:
        return self.was_completed and all(host.docker_answers for host in self.hosts)

    def as_json(self) -> dict[str, Any]:
        return {"healthy": self.is_healthy, "hosts": [asdict(host) for host in self.hosts]}

    def __str__(self) -> str:
        incomplete = () if self.was_completed else ("it was not raised to the end: `lab up` starts it anew",)
        return "\n".join((*map(str, self.hosts), *incomplete)) if self.hosts else "there is no pair"
