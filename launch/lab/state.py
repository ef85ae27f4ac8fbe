"""What a raised lab notes of itself in /run: enough to boot its hosts again, and to know it for ours."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from inventory.errors import LabError
from launch.lab import places


@dataclass(frozen=True)
class State:
    """`rootfs` is the shared lower layer; `read_only` maps paths on the machine to paths in the hosts."""

    rootfs: Path
    read_only: Mapping[Path, Path]
    complete: bool

    def as_json(self) -> str:
        mounts = {str(source): str(target) for source, target in self.read_only.items()}
        return json.dumps({"rootfs": str(self.rootfs), "read_only": mounts, "complete": self.complete})


def write(state: State, path: Path = places.STATE) -> None:
    path.write_text(state.as_json())


def read(path: Path = places.STATE) -> State | None:
    """None when there is no lab, or its note cannot be read."""
    with suppress(OSError, ValueError, KeyError, AttributeError, TypeError):
        noted = json.loads(path.read_text())
        mounts = {Path(source): Path(target) for source, target in noted["read_only"].items()}
        return State(Path(noted["rootfs"]), mounts, bool(noted["complete"]))
    return None


def required(path: Path = places.STATE) -> State:
    """Raises LabError when there is no lab."""
    state = read(path)
    if state is None:
        raise LabError("a raised pair", f"no {path}", "run `python -m launch lab up`")
    return state
