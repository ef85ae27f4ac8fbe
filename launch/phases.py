"""The phases of a bring-up, with their times."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from launch.progress import Progress


@dataclass(frozen=True)
class Phase:
    """A phase of the bring-up: `started_s` seconds after the deployment was made."""

    name: str
    started_s: float
    duration_s: float


@dataclass
class Phases:
    """Records phases as they end, failed ones too, and shows them as they go."""

    progress: Progress
    recorded: list[Phase] = field(default_factory=list)
    _made_s: float = field(default_factory=time.monotonic)

    @contextmanager
    def running(self, name: str) -> Iterator[None]:
        started_s = time.monotonic()
        self.progress.begun(name)
        try:
            yield
        finally:
            self.ended(name, started_s, time.monotonic())
        self.progress.ended(name, time.monotonic() - started_s)

    def ended(self, name: str, started_s: float, ended_s: float) -> None:
        """A phase from `started_s` to `ended_s` (s, monotonic)."""
        self.recorded.append(Phase(name, started_s - self._made_s, ended_s - started_s))
