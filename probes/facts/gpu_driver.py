"""Which NVIDIA kernel module is loaded: answers also when nvidia-smi does not."""

import re
from dataclasses import dataclass

from probes.facts.reading import Fact, Reading

COMMAND = "cat /proc/driver/nvidia/version 2>/dev/null || echo 'no module'"
VERSION = re.compile(
    r"NVRM version: NVIDIA UNIX (?P<kind>.*?)Kernel Module(?: for \S+)?\s+(?P<version>\d[\d.]{0,20})",
    re.ASCII,
)


@dataclass(frozen=True)
class GpuDriver:
    """The loaded module's version, None where none is loaded; `is_open`: the open kernel modules."""

    module_version: str | None
    is_open: bool = False


def parse(reading: Reading) -> GpuDriver:
    """Raises NotUnderstood for another text."""
    text = reading.require("cat").stdout
    if found := VERSION.search(text):
        return GpuDriver(found["version"], "Open" in found["kind"])
    if text.strip() == "no module":
        return GpuDriver(None)
    raise reading.not_understood("/proc/driver/nvidia/version")


FACTS = (Fact("gpu_driver", COMMAND, parse),)
