"""Plain lines of progress with the seconds that a piece has taken so far."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

Say = Callable[[str], None]


def silent(_: str) -> None:
    """Progress for nobody."""


@dataclass(frozen=True)
class Elapsed:
    """Says `PART: WHAT, N s`."""

    part: str
    tell: Say
    started_s: float = field(default_factory=time.monotonic)

    def say(self, what: str) -> None:
        self.tell(f"{self.part}: {what}, {time.monotonic() - self.started_s:.1f} s")
