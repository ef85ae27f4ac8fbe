"""Where the controller keeps what it knows of a cluster between runs."""

import os
from pathlib import Path

from inventory.errors import BadInput


def folder_of(cluster: str) -> Path:
    """The cluster's state folder, made when missing: $FIRSTLIGHT_STATE, else under $XDG_STATE_HOME.

    Raises BadInput when it cannot be made.
    """
    folder = _root() / cluster
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadInput(
            "a folder for the launch's journal",
            f"{folder}: {error.strerror}",
            "name another: FIRSTLIGHT_STATE",
        ) from error
    return folder


def _root() -> Path:
    if named := os.environ.get("FIRSTLIGHT_STATE"):
        return Path(named)
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "firstlight"
