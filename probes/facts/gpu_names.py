"""Where each field of a GPU stands in nvidia-smi's three long formats: CSV column, XML path, `-q` path.

Paths are lower case with underscores; several names of one field are those of different driver branches.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from probes.facts import gpu_cells

Cells = Mapping[str, str]
"""Cells of one GPU by their path or column."""


@dataclass(frozen=True)
class Field:
    """One field of Gpu: how its cell is read, and the names it goes by."""

    name: str
    read: Callable[[str], Any]
    names: tuple[str, ...]

    def cells(self, cells: Cells) -> tuple[str, ...]:
        """What stands under the field's names, in their order."""
        return tuple(cells[name] for name in self.names if name in cells)

    def value(self, cells: Cells) -> Any:
        """The first of them that says something; None when none does."""
        return next((value for cell in self.cells(cells) if (value := self.read(cell)) is not None), None)


def _field(name: str, read: Callable[[str], Any], names: str) -> Field:
    return Field(name, read, tuple(names.split()))


_whole, _number, _switch, _text = gpu_cells.whole, gpu_cells.number, gpu_cells.switch, gpu_cells.text


def _action(cell: str) -> str | None:
    return "None" if cell.strip() == "None" else _text(cell)  # here None is an answer: nothing is asked for


FIELDS = (
    _field("index", _whole, "index"),
    _field("uuid", _text, "uuid gpu_uuid"),
    _field("bus", _text, "pci.bus_id gpu_bus_id pci/pci_bus_id pci/bus_id"),
    _field("driver", _text, "driver_version"),
    _field("vbios", _text, "vbios_version"),
    _field("gsp_firmware", _text, "gsp_firmware_version"),
    _field("memory_total_mib", _whole, "memory.total fb_memory_usage/total"),
    _field("memory_used_mib", _whole, "memory.used fb_memory_usage/used"),
    _field("memory_free_mib", _whole, "memory.free fb_memory_usage/free"),
    _field("utilization_percent", _number, "utilization.gpu utilization/gpu_util utilization/gpu"),
    _field("temperature_c", _number, "temperature.gpu temperature/gpu_temp temperature/gpu_current_temp"),
    _field(
        "temperature_margin_c",
        _number,
        "temperature.gpu.tlimit temperature/gpu_temp_tlimit temperature/gpu_t_limit_temp",
    ),
    _field(
        "slowdown_temperature_c",
        _number,
        "temperature/gpu_temp_slow_threshold temperature/gpu_slowdown_temp",
    ),
    _field(
        "power_w",
        _number,
        "power.draw power.draw.average gpu_power_readings/average_power_draw gpu_power_readings/power_draw "
        "power_readings/power_draw",
    ),
    _field(
        "power_cap_w",
        _number,
        "power.limit enforced.power.limit gpu_power_readings/current_power_limit "
        "power_readings/enforced_power_limit power_readings/power_limit",
    ),
    _field("fan_percent", _number, "fan.speed fan_speed"),
    _field("performance_state", _text, "pstate performance_state"),
    _field("display_active", _switch, "display_active"),
    _field("persistence", _switch, "persistence_mode"),
    _field("mig", _switch, "mig.mode.current mig_mode/current_mig mig_mode/current"),
    _field("compute_mode", _text, "compute_mode"),
    _field("ecc_enabled", _switch, "ecc.mode.current ecc_mode/current_ecc ecc_mode/current"),
    _field("sm_clock_mhz", _whole, "clocks.current.sm clocks.sm clocks/sm_clock clocks/sm"),
    _field("max_sm_clock_mhz", _whole, "clocks.max.sm max_clocks/sm_clock max_clocks/sm"),
    _field("memory_clock_mhz", _whole, "clocks.current.memory clocks.mem clocks/mem_clock clocks/memory"),
    _field(
        "pcie_generation",
        _whole,
        "pcie.link.gen.current pcie.link.gen.gpucurrent pci/pci_gpu_link_info/pcie_gen/current_link_gen "
        "pci/gpu_link_info/pcie_generation/current",
    ),
    _field(
        "pcie_width",
        _whole,
        "pcie.link.width.current pci/pci_gpu_link_info/link_widths/current_link_width "
        "pci/gpu_link_info/link_width/current",
    ),
    _field(
        "pcie_width_max",
        _whole,
        "pcie.link.width.max pci/pci_gpu_link_info/link_widths/max_link_width "
        "pci/gpu_link_info/link_width/max",
    ),
    _field("recovery_action", _action, "gpu_recovery_action"),
    _field("timestamp", _text, "timestamp"),
)
NAME = _field("name", _text, "name gpu_name product_name")
REMAPPED = (
    _field(
        "correctable",
        _whole,
        "remapped_rows.correctable remapped_rows/remapped_row_corr remapped_rows/correctable_error",
    ),
    _field(
        "uncorrectable",
        _whole,
        "remapped_rows.uncorrectable remapped_rows/remapped_row_unc remapped_rows/uncorrectable_error",
    ),
    _field(
        "pending", _switch, "remapped_rows.pending remapped_rows/remapped_row_pending remapped_rows/pending"
    ),
    _field(
        "failure",
        _switch,
        "remapped_rows.failure remapped_rows/remapped_row_failure remapped_rows/remapping_failure_occurred",
    ),
)
