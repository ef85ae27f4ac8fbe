"""The journal: what was begun and how it ended, on disk before anything else happens."""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from inventory.errors import LaunchFailed
from launch.plan.step import Step

Entry = dict[str, Any]


@dataclass
class Journal:
    """JSON lines, one an event, each on disk (fsync) before `write` returns. Thread-safe."""

    path: Path
    run: str = field(default_factory=lambda: f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}")
    _lock: Lock = field(default_factory=Lock)

    def write(self, event: str, **fields: Any) -> None:
        """Raises LaunchFailed when the disk does not take it: what is not journalled is not done."""
        entry = {"at": datetime.now(UTC).isoformat(), "run": self.run, "event": event, **fields}
        line = json.dumps(entry, separators=(",", ":")) + "\n"
        try:
            with self._lock, self.path.open("ab") as file:
                file.write(_separator(self.path) + line.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise LaunchFailed(
                f"the journal {self.path} written",
                str(error.strerror),
                "make room there, or name another folder: FIRSTLIGHT_STATE",
            ) from error

    def begun(self, step: Step) -> None:
        self.write("begun", step=step.as_json())

    def done(self, step: Step, duration_s: float) -> None:
        self.write("done", id=step.id, duration_s=round(duration_s, 3))

    def failed(self, step: Step, seen: str, lines: Iterable[str]) -> None:
        self.write("failed", id=step.id, seen=seen, lines=list(lines))


def entries(path: Path) -> tuple[Entry, ...]:
    """What the journal holds, in order; a line that a crash cut off is passed over."""
    found: list[Entry] = []
    with suppress(FileNotFoundError):
        for line in path.read_bytes().splitlines():
            with suppress(ValueError):
                entry = json.loads(line)
                found += [entry] if isinstance(entry, dict) else []
    return tuple(found)


def unfinished(found: Iterable[Entry]) -> tuple[Entry, ...]:
    """The steps that were begun and of which no end is known, of the last run."""
    listed = list(found)
    last = [e for e in listed if e.get("run") == listed[-1].get("run")]
    ended = {e.get("id") for e in last if e.get("event") in {"done", "failed"}}
    return tuple(e["step"] for e in last if e.get("event") == "begun" and e["step"]["id"] not in ended)


def _separator(path: Path) -> bytes:
    """A line end, when a crash left the last line without one."""
    if not path.stat().st_size:
        return b""
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return b"" if file.read(1) == b"\n" else b"\n"
