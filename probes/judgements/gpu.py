"""Are the GPUs those that are declared, healthy, alike on all nodes, and nobody else's?"""

from collections.abc import Collection, Iterable, Mapping

from probes.facts.gpu import Gpu, GpuProcess, Gpus

GRAPHICS_MIB = 1024
"""Up to this much a process that only draws (type G) is the desktop: Xorg, gnome-shell hold tens of MiB."""

COSTLY_REASONS = frozenset(
    {"hw_slowdown", "hw_thermal_slowdown", "hw_power_brake_slowdown", "sw_thermal_slowdown"}
)
"""Throttle reasons that say that something is wrong; idling and the power cap are normal."""

BUSY_PERCENT = 90
LOW_CLOCK_FRACTION = 0.4
"""A GB10 with a power-delivery fault runs at 500 to 850 MHz of about 2400 under load, without any flag."""


def named(gpu: Gpu) -> str:
    """A GPU in words: its index, else its bus, and its name."""
    where = gpu.bus if gpu.index is None else gpu.index
    return f"GPU {where} ({gpu.name})" if gpu.name else f"GPU {where}"


def driver_faults(gpus: Gpus) -> tuple[str, ...]:
    """What the driver said instead of an answer."""
    return tuple(f"{fault.cause}: {fault.text}; {fault.remedy}" for fault in gpus.faults)


def count_and_model(gpus: Gpus, per_node: int, model: str | None) -> tuple[str, ...]:
    """A wrong number of GPUs, and each that is of another model than declared."""
    wrong = [f"{len(gpus)} GPUs, declared {per_node}"] if len(gpus) != per_node else []
    other = [
        f"GPU {gpu.index} is {gpu.name}, declared {model}" for gpu in gpus if model and gpu.name != model
    ]
    return (*wrong, *other)


def differ(nodes: Mapping[str, Gpus]) -> tuple[str, ...]:
    """Driver, CUDA and firmware versions that are not the same on all nodes, with every node's own."""
    kinds: dict[str, dict[str, str | None]] = {
        "driver": {node: gpus.driver for node, gpus in nodes.items()},
        "CUDA": {node: gpus.cuda for node, gpus in nodes.items()},
        "GSP firmware": {node: _all(gpu.gsp_firmware for gpu in gpus) for node, gpus in nodes.items()},
        "VBIOS": {node: _all(gpu.vbios for gpu in gpus) for node, gpus in nodes.items()},
    }
    return tuple(
        f"{kind} differs: {', '.join(f'{node} {version}' for node, version in versions.items())}"
        for kind, versions in kinds.items()
        if len(set(versions.values())) > 1
    )


def _all(versions: Iterable[str | None]) -> str:
    return ", ".join(sorted({version or "unknown" for version in versions}))


def foreign_processes(processes: Iterable[GpuProcess], declared_pids: Collection[int]) -> tuple[str, ...]:
    """The processes on the GPU that are not declared, with their memory; a desktop's small share is none."""
    return tuple(
        f"pid {process.pid} ({process.name}) holds {_mib(process)}"
        for process in processes
        if process.pid not in declared_pids and not _is_desktop(process)
    )


def _is_desktop(process: GpuProcess) -> bool:
    return process.type == "G" and (process.used_mib or 0) <= GRAPHICS_MIB


def _mib(process: GpuProcess) -> str:
    return "an unknown share" if process.used_mib is None else f"{process.used_mib} MiB"


def memory_health(gpus: Gpus) -> tuple[str, ...]:
    """Uncorrected errors, rows that wait for a reset or could not be remapped, a recovery that is asked for.

    Corrected errors and rows remapped long ago are no failure.
    """
    return tuple(
        f"{named(gpu)}: {what}"
        for gpu in gpus
        for what, holds in (
            (f"{gpu.ecc_uncorrected} uncorrected ECC errors", bool(gpu.ecc_uncorrected)),
            ("a row remap waits for a GPU reset (ecc-remap-pending)", gpu.remapped.pending),
            ("a row could not be remapped: no spare is left", gpu.remapped.failure),
            (f"the driver asks for: {gpu.recovery_action}", gpu.recovery_action not in {None, "None"}),
        )
        if holds
    )


def mode_faults(
    gpus: Gpus, persistence: bool | None, mig: bool | None, compute_mode: str | None = None
) -> tuple[str, ...]:
    """Modes that are not as declared. What is not declared, or N/A on the device, does not count."""
    return tuple(
        f"{named(gpu)}: {mode} is {seen}, declared {wanted}"
        for gpu in gpus
        for mode, seen, wanted in (
            ("persistence", gpu.persistence, persistence),
            ("MIG", gpu.mig, mig),
            ("compute mode", gpu.compute_mode, compute_mode),
        )
        if wanted is not None and seen is not None and seen != wanted
    )


def throttled(gpus: Gpus) -> tuple[str, ...]:
    """The GPUs that are slowed down by heat or power supply, and why."""
    slowed = ((gpu, sorted(COSTLY_REASONS.intersection(gpu.throttle_reasons))) for gpu in gpus)
    return tuple(f"{named(gpu)} is slowed down: {', '.join(reasons)}" for gpu, reasons in slowed if reasons)


def too_hot(gpus: Gpus) -> tuple[str, ...]:
    """The GPUs at the temperature where they slow down, by their own limit."""
    return tuple(f"{named(gpu)} is at its limit: {gpu.temperature_c:g} °C" for gpu in gpus if _is_hot(gpu))


def _is_hot(gpu: Gpu) -> bool:
    if gpu.temperature_c is None:
        return False
    if gpu.temperature_margin_c is not None:
        return gpu.temperature_margin_c <= 0
    return gpu.slowdown_temperature_c is not None and gpu.temperature_c >= gpu.slowdown_temperature_c


def weak_under_load(gpus: Iterable[Gpu]) -> tuple[str, ...]:
    """Busy GPUs whose clock is far below what they can do while no throttle reason is given.

    Ask while they compute: a power-delivery fault shows in no other way.
    """
    return tuple(
        f"{named(gpu)} is busy at {gpu.sm_clock_mhz} MHz of {gpu.max_sm_clock_mhz}: see its power supply"
        for gpu in gpus
        if (gpu.utilization_percent or 0) >= BUSY_PERCENT
        and gpu.sm_clock_mhz is not None
        and gpu.max_sm_clock_mhz is not None
        and gpu.sm_clock_mhz < LOW_CLOCK_FRACTION * gpu.max_sm_clock_mhz
    )


def pcie_faults(gpus: Gpus) -> tuple[str, ...]:
    """GPUs with fewer PCIe lanes than they could have."""
    return tuple(
        f"{named(gpu)} uses {gpu.pcie_width} PCIe lanes of {gpu.pcie_width_max}"
        for gpu in gpus
        if gpu.pcie_width and gpu.pcie_width_max and gpu.pcie_width < gpu.pcie_width_max
    )
