"""What a GPU is said to be; None stands for what the device or the tool does not say (N/A)."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class ErrorCounts:
    """ECC errors by memory and kind."""

    sram_correctable: int | None = None
    sram_uncorrectable: int | None = None
    dram_correctable: int | None = None
    dram_uncorrectable: int | None = None

    @property
    def uncorrectable(self) -> int | None:
        """Both memories together; None when neither is counted."""
        known = [n for n in (self.sram_uncorrectable, self.dram_uncorrectable) if n is not None]
        return sum(known) if known else None


@dataclass(frozen=True)
class RemappedRows:
    """Row remapping; `pending` takes effect at the next GPU reset, `failure` means that no spare was left."""

    correctable: int | None = None
    uncorrectable: int | None = None
    pending: bool | None = None
    failure: bool | None = None


@dataclass(frozen=True)
class Gpu:
    """One GPU. Units are in the names; `memory_*` is None where memory is shared with the CPU and not told.

    `ecc_uncorrected` counts since the driver was loaded. `throttle_reasons` are the active ones in NVML's
    words (gpu_idle, sw_power_cap, hw_slowdown, …). `temperature_margin_c` is what is left until the GPU slows
    down; older drivers give `slowdown_temperature_c`. `unreadable` names the fields that read `ERR!` or an
    error: mostly transient, ask again.
    """

    index: int | None = None
    name: str = ""
    uuid: str | None = None
    bus: str | None = None
    driver: str | None = None
    vbios: str | None = None
    gsp_firmware: str | None = None
    memory_total_mib: int | None = None
    memory_used_mib: int | None = None
    memory_free_mib: int | None = None
    utilization_percent: float | None = None
    temperature_c: float | None = None
    temperature_margin_c: float | None = None
    slowdown_temperature_c: float | None = None
    power_w: float | None = None
    power_cap_w: float | None = None
    fan_percent: float | None = None
    performance_state: str | None = None
    display_active: bool | None = None
    persistence: bool | None = None
    mig: bool | None = None
    compute_mode: str | None = None
    ecc_enabled: bool | None = None
    ecc_uncorrected: int | None = None
    ecc_volatile: ErrorCounts = ErrorCounts()
    ecc_aggregate: ErrorCounts = ErrorCounts()
    remapped: RemappedRows = RemappedRows()
    sm_clock_mhz: int | None = None
    max_sm_clock_mhz: int | None = None
    memory_clock_mhz: int | None = None
    throttle_reasons: tuple[str, ...] = ()
    pcie_generation: int | None = None
    pcie_width: int | None = None
    pcie_width_max: int | None = None
    recovery_action: str | None = None
    timestamp: str | None = None
    unreadable: tuple[str, ...] = ()


@dataclass(frozen=True)
class MigInstance:
    """One MIG device: indexes of GPU, GPU instance, compute instance and MIG device; memory in MiB."""

    gpu: int
    gpu_instance: int
    compute_instance: int
    device: int
    memory_used_mib: int | None
    memory_total_mib: int | None
    ecc_uncorrected: int | None = None


@dataclass(frozen=True)
class GpuFault:
    """Why the driver, or one GPU (`bus`), does not answer. `cause` is the signature's name."""

    cause: str
    text: str
    remedy: str
    bus: str | None = None
    module_version: str | None = None
    library_version: str | None = None


@dataclass(frozen=True)
class Gpus:
    """The GPUs of a node, and what went wrong while asking.

    `samples` are all rows of a looped query (`-l`), in time; `gpus` are then the last ones.
    """

    gpus: tuple[Gpu, ...] = ()
    driver: str | None = None
    cuda: str | None = None
    mig: tuple[MigInstance, ...] = ()
    faults: tuple[GpuFault, ...] = ()
    samples: tuple[Gpu, ...] = ()

    def __iter__(self) -> Iterator[Gpu]:
        return iter(self.gpus)

    def __len__(self) -> int:
        return len(self.gpus)

    def __getitem__(self, index: int) -> Gpu:
        return self.gpus[index]


@dataclass(frozen=True)
class GpuProcess:
    """A process that holds GPU memory. `gpu` is the GPU's UUID, bus or index, as the tool names it.

    `type` is C (compute), G (graphics) or both; `used_mib` is None where it is not told.
    """

    pid: int
    name: str
    used_mib: int | None
    gpu: str | None = None
    type: str | None = None
