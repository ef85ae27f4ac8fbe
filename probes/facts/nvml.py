"""A raw NVML probe: one call a line with its return code, then /proc/meminfo."""

import re
from dataclasses import dataclass

from probes.facts.memory import KIB_PER_GIB
from probes.facts.memory import LINE as MEMINFO
from probes.facts.reading import Reading

CALL = re.compile(
    r"^(?P<call>nvml\w+)\s+rc=(?P<code>\d{1,4})\s+(?P<word>NVML_\w+)(?P<rest>.*)$", re.MULTILINE | re.ASCII
)
VALUE = re.compile(r"(\w+)=(\S+(?: (?!\w+=)\S+)*)", re.ASCII)
MEMORY = ("nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceGetMemoryInfo")
SUCCESS = 0
BYTES_PER_MIB = 1024**2


@dataclass(frozen=True)
class NvmlProbe:
    """What NVML said. The memory of a call that did not succeed is None: its zeros are no size."""

    name: str | None
    driver: str | None
    memory_total_mib: int | None
    memory_used_mib: int | None
    memory_free_mib: int | None
    refused: tuple[str, ...]
    host_total_gib: float | None
    host_available_gib: float | None


def parse(text: str) -> NvmlProbe:
    """Raises NotUnderstood when there is no call in it."""
    calls = {m["call"]: m for m in CALL.finditer(text)}
    if not calls:
        raise Reading(0, text).not_understood("an NVML probe")
    said = {name: dict(VALUE.findall(m["rest"])) for name, m in calls.items() if int(m["code"]) == SUCCESS}
    memory = next((said[name] for name in MEMORY if name in said), {})
    kib = {name: int(value) for name, value in MEMINFO.findall(text)}
    return NvmlProbe(
        name=said.get("nvmlDeviceGetName", {}).get("name"),
        driver=said.get("nvmlSystemGetDriverVersion", {}).get("version"),
        memory_total_mib=_mib(memory.get("total")),
        memory_used_mib=_mib(memory.get("used")),
        memory_free_mib=_mib(memory.get("free")),
        refused=tuple(f"{name}: {m['word']}" for name, m in calls.items() if int(m["code"]) != SUCCESS),
        host_total_gib=_gib(kib.get("MemTotal")),
        host_available_gib=_gib(kib.get("MemAvailable")),
    )


def _mib(value: str | None) -> int | None:
    return int(value) // BYTES_PER_MIB if value and re.fullmatch(r"\d{1,18}", value, re.ASCII) else None


def _gib(kib: int | None) -> float | None:
    return None if kib is None else kib / KIB_PER_GIB


PARSERS = {"nvml": parse}
