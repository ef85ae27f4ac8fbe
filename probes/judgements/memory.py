"""Is there memory for the engine? MemAvailable decides; the page cache counts as available and is named."""

from probes.facts.memory import Memory


def needed_gib(memory: Memory, utilization: float) -> float:
    """What an engine takes that is told to use this share of a unified memory."""
    return memory.total_gib * utilization


def shortfall(memory: Memory, need_gib: float) -> tuple[str, ...]:
    """One sentence when less is available than needed; () when it suffices.

    Idle memory (MemFree) is no measure: a large page cache lowers it and takes nothing away.
    """
    if memory.available_gib >= need_gib:
        return ()
    has = f"{memory.available_gib:.1f} GiB available of {memory.total_gib:.1f}, {need_gib:.1f} needed"
    return (f"{has} (page cache {memory.cached_gib:.1f} GiB, counted as available)",)
