"""Is there GPU memory for the engine? What was read decides whose memory is judged, not the product."""

from enum import Enum

from probes.facts.gpu import Gpu, Gpus
from probes.facts.memory import Memory
from probes.judgements.gpu import named
from probes.judgements.memory import needed_gib, shortfall

MIB_PER_GIB = 1024


class Judge(Enum):
    """Whose free memory counts: the device's own, or the host's, where the two share it."""

    DEVICE = "device"
    HOST = "host"


def judge(gpus: Gpus, unified: bool | None = None) -> Judge:
    """The host where memory is declared unified, or no device tells its own; else the device."""
    is_silent = all(gpu.memory_total_mib is None for gpu in gpus)
    return Judge.HOST if unified or is_silent else Judge.DEVICE


def shortages(
    gpus: Gpus,
    memory: Memory,
    fraction: float,
    min_available_gib: float | None = None,
    unified: bool | None = None,
) -> tuple[str, ...]:
    """What lacks for an engine that takes `fraction` of a GPU's memory (of the host's, where it is shared).

    `min_available_gib` replaces that share on the host. A unified part that tells its own memory is judged
    by both.
    """
    host: tuple[str, ...] = ()
    if judge(gpus, unified) is Judge.HOST:
        need_gib = needed_gib(memory, fraction) if min_available_gib is None else min_available_gib
        host = shortfall(memory, need_gib)
    return (*host, *(sentence for gpu in gpus for sentence in _device(gpu, fraction)))


def _device(gpu: Gpu, fraction: float) -> tuple[str, ...]:
    if gpu.memory_total_mib is None or gpu.memory_used_mib is None:
        return ()
    free_mib = (
        gpu.memory_total_mib - gpu.memory_used_mib if gpu.memory_free_mib is None else gpu.memory_free_mib
    )
    need_mib = fraction * gpu.memory_total_mib
    if free_mib >= need_mib:
        return ()
    free_gib, need_gib = free_mib / MIB_PER_GIB, need_mib / MIB_PER_GIB
    return (f"{named(gpu)} has {free_gib:.1f} GiB free, {need_gib:.1f} needed",)
