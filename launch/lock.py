"""One deployment at a time per cluster. The kernel ends the lock with its owner, however that died."""

import fcntl
import json
import os
import socket
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from inventory.errors import Refused


@dataclass(frozen=True)
class Owner:
    pid: int
    host: str
    since: str

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host} since {self.since}"


class Lock:
    """Held from `acquire` to `release`. `left_behind`: the owner that ended without releasing it, if any."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.left_behind: Owner | None = None
        self._descriptor: int | None = None

    def acquire(self) -> Self:
        """Raises Refused, naming the owner, while another process holds it."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        former = owner_of(self.path)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(descriptor)
            raise Refused(
                "the cluster for this run alone",
                f"another run holds it: {former or 'an owner that has not signed yet'}",
                "wait for it to end, or end it",
            ) from error
        self.left_behind, self._descriptor = former, descriptor
        _sign(
            descriptor, Owner(os.getpid(), socket.gethostname(), datetime.now(UTC).isoformat("T", "seconds"))
        )
        return self

    def release(self) -> None:
        """Gives the cluster free; harmless when not held."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = None

    @property
    def is_held(self) -> bool:
        return self._descriptor is not None

    def __enter__(self) -> Self:
        return self if self.is_held else self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


def owner_of(path: Path) -> Owner | None:
    """Who signed the lock file last and did not release it; None for an empty or unreadable one."""
    with suppress(OSError, ValueError, TypeError):
        return Owner(**json.loads(path.read_text()))
    return None


def _sign(descriptor: int, owner: Owner) -> None:
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(asdict(owner)).encode(), 0)
    os.fsync(descriptor)
