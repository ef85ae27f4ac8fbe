"""Faults on demand: files under /etc/firstlight-nvidia-smi, looked at on every call.

gone: no device · error: its text, exit status 9 · hang: never answers · driver: another version ·
foreign: titles of further processes that hold memory · values: lines `column=value`
"""

import time
from pathlib import Path
from typing import NamedTuple

FOLDER = Path("/etc/firstlight-nvidia-smi")
DRIVER = "580.95.05"
NO_DRIVER = (
    "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. "
    "Make sure that the latest NVIDIA driver is installed and running.\n"
)
HANG_S = 24 * 3600


class Faults(NamedTuple):
    folder: Path = FOLDER

    def text(self, name: str) -> str | None:
        """What stands in the fault's file; None where it is not set."""
        try:
            return (self.folder / name).read_text(encoding="utf-8").strip()
        except OSError:
            return None

    @property
    def driver(self) -> str:
        return self.text("driver") or DRIVER

    @property
    def foreign(self) -> tuple[str, ...]:
        return tuple((self.text("foreign") or "").splitlines())

    @property
    def values(self) -> dict[str, str]:
        pairs = (line.partition("=") for line in (self.text("values") or "").splitlines())
        return {column.strip(): value.strip() for column, _, value in pairs}

    def instead(self) -> tuple[str, int] | None:
        """What is printed instead of an answer, and the exit status; None when nothing is wrong."""
        if self.text("hang") is not None:
            time.sleep(HANG_S)
        if (words := self.text("error")) is not None:
            return words or NO_DRIVER, 9
        if self.text("gone") is not None:
            return "No devices were found", 6
        return None
