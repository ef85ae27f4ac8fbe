"""How a person sees a launch go on: phases with their times, counted steps, lines."""

import sys
import time
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol, TextIO

from rich.console import Console
from rich.status import Status
from rich.text import Text


class Progress(Protocol):
    """Called from one thread at a time for phases, from any thread for `line`."""

    def begun(self, phase: str) -> None: ...

    def at(self, phase: str, text: str) -> None:
        """Where the phase stands now: replaces what was said of it before."""

    def line(self, text: str) -> None: ...

    def ended(self, phase: str, duration_s: float) -> None: ...


class Silent:
    """Says nothing."""

    def begun(self, phase: str) -> None: ...

    def at(self, phase: str, text: str) -> None: ...

    def line(self, text: str) -> None: ...

    def ended(self, phase: str, duration_s: float) -> None: ...


@dataclass
class PlainLines:
    """One line an event, with the seconds since the start; for pipes and logs."""

    stream: TextIO = field(default_factory=lambda: sys.stderr)
    _started_s: float = field(default_factory=time.monotonic)
    _last: str = ""
    _lock: Lock = field(default_factory=Lock)

    def begun(self, phase: str) -> None:
        self.line(f"{phase} …")

    def at(self, phase: str, text: str) -> None:
        said = f"{phase}: {text}"
        if said != self._last:
            self._last = said
            self.line(said)

    def line(self, text: str) -> None:
        with self._lock:
            print(f"{time.monotonic() - self._started_s:7.1f} s  {text}", file=self.stream, flush=True)

    def ended(self, phase: str, duration_s: float) -> None:
        self.line(f"{phase} done in {duration_s:.1f} s")


class RichLines:
    """A live line for the phase that runs, and a line that stays for each that ended."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status: Status | None = None

    def begun(self, phase: str) -> None:
        self._drop()
        self._status = self._console.status(Text(f"{phase} …"))
        self._status.start()

    def at(self, phase: str, text: str) -> None:
        if self._status:
            self._status.update(Text(f"{phase}: {text}"))

    def line(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False)

    def ended(self, phase: str, duration_s: float) -> None:
        self._drop()
        self._console.print(f"✓ {phase}  {duration_s:.1f} s", markup=False, highlight=False)

    def _drop(self) -> None:
        if self._status:
            self._status.stop()
            self._status = None


def for_terminal() -> Progress:
    """The live one on a terminal, plain lines otherwise; both on stderr."""
    console = Console(stderr=True)
    return RichLines(console) if console.is_terminal else PlainLines()
