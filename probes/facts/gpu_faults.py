"""What nvidia-smi prints, mostly on standard output, instead of an answer."""

import re
from dataclasses import dataclass

from probes.facts.gpu import GpuFault


@dataclass(frozen=True)
class Rule:
    """A message of nvidia-smi, the signature's name, and what to do about it."""

    cause: str
    pattern: re.Pattern[str]
    remedy: str


def _rule(cause: str, pattern: str, remedy: str) -> Rule:
    return Rule(cause, re.compile(pattern, re.MULTILINE | re.ASCII), remedy)


RULES = (
    _rule(
        "nvsmi-no-driver",
        r"NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.*"
        r"|Failed to initialize NVML: Driver Not Loaded",
        "build or install the kernel module for the running kernel, load it or reboot",
    ),
    _rule(
        "nvml-mismatch",
        r"Failed to initialize NVML: Driver/library version mismatch"
        r"|Failed to properly shut down NVML: Driver/library version mismatch",
        "reboot: the loaded module is of another version than the libraries; else repair the packages",
    ),
    _rule(
        "gpu-device-handle",
        r"Unable to determine the device handle for GPU ?\w*:? ?(?P<bus>[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:"
        r"[0-9a-fA-F]{2}\.[0-7]).*",
        "look for Xid 79 in the kernel log, then power-cycle: the GPU is lost",
    ),
    _rule(
        "gpu-none-found",
        r"^No devices were found",
        "look for the GPU with lspci and for Xid in the kernel log; in a container, pass the devices",
    ),
    _rule(
        "nvml-library-missing",
        r"couldn't find libnvidia-ml\.so library.*|error while loading shared libraries: libnvidia-ml\.so.*",
        "install the driver's libraries; in a container, use the NVIDIA runtime",
    ),
    _rule(
        "nvml-permissions",
        r"Failed to initialize NVML: Insufficient Permissions|GPU access blocked by the operating system.*",
        "let the user open /dev/nvidia*",
    ),
    _rule(
        "nvml-unknown-error",
        r"Failed to initialize NVML: .*",
        "in a container: its device permissions were lost, recreate it; else reload the driver or reboot",
    ),
)
MODULE = re.compile(r"NVRM version: .*?Kernel Module(?: for \S+)?\s+(\d[\d.]{0,20})", re.ASCII)
LIBRARY = re.compile(r"NVML library version: (\d[\d.]{0,20})", re.ASCII)


def faults(text: str) -> tuple[GpuFault, ...]:
    """Every message that stands for a fault, the first rule that knows it, in the order of the text."""
    module, library = MODULE.search(text), LIBRARY.search(text)
    versions = (module[1] if module else None, library[1] if library else None)
    found = {}
    for rule in reversed(RULES):
        for match in rule.pattern.finditer(text):
            bus = match.groupdict().get("bus")
            found[match.start()] = GpuFault(rule.cause, match[0].strip(), rule.remedy, bus, *versions)
    return tuple(found[start] for start in sorted(found))
