"""What a GB10 answers: each reading with the names it goes by. A field that is not here is N/A.

Names: nvidia-smi 580 (`--help-query-gpu`, `-q -x`). Memory, ECC, MIG, fan and power cap are N/A on this part.
"""

import os
from collections.abc import Mapping
from typing import NamedTuple

NOT_AVAILABLE = "N/A"
BUS = "0000000F:01:00.0"
NAME = "NVIDIA GB10"
CUDA = "13.0"


class Reading(NamedTuple):
    """One reading: CSV columns, path in the document, text when idle and when busy, unit."""

    columns: tuple[str, ...]
    path: str
    idle: str
    busy: str
    unit: str = ""

    def value(self, *, busy: bool) -> str:
        return self.busy if busy else self.idle


def uuid(host: str) -> str:
    """The device's own: the same for every boot of a host, another on another host."""
    return f"GPU-f1257119-0000-4000-8000-{host.encode().hex()[-12:]:0>12}"


def readings(driver: str, changed: Mapping[str, str]) -> tuple[Reading, ...]:
    """The table for this host; `changed`: CSV column -> another value for it."""
    own = (*ALWAYS, _row("uuid gpu_uuid", "uuid", uuid(os.uname().nodename)))
    rows = (*own, _row("driver_version", "", driver), _row("", "gsp_firmware_version", driver))
    return tuple(_with(row, changed) for row in rows)


def cells(rows: tuple[Reading, ...], *, busy: bool) -> dict[str, tuple[str, str]]:
    """CSV column -> value and unit."""
    return {column: (row.value(busy=busy), row.unit) for row in rows for column in row.columns}


def _row(columns: str, path: str, idle: str, busy: str | None = None, unit: str = "") -> Reading:
    return Reading(tuple(columns.split()), path, idle, idle if busy is None else busy, unit)


def _with(row: Reading, changed: Mapping[str, str]) -> Reading:
    new = next((changed[column] for column in row.columns if column in changed), None)
    return row if new is None else Reading(row.columns, row.path, new, new, row.unit)


ALWAYS = (
    _row("index", "", "0"),
    _row("count", "", "1"),
    _row("name gpu_name", "product_name", NAME),
    _row("", "product_brand", "NVIDIA"),
    _row("", "product_architecture", "Blackwell"),
    _row("display_active", "display_active", "Disabled"),
    _row("persistence_mode", "persistence_mode", "Enabled"),
    _row("addressing_mode", "addressing_mode", "ATS"),
    _row("", "mig_mode/current_mig", NOT_AVAILABLE),
    _row("", "mig_mode/pending_mig", NOT_AVAILABLE),
    _row("", "minor_number", "0"),
    _row("vbios_version", "vbios_version", "9A.0B.19.00.01"),
    _row("", "gpu_recovery_action", "None"),
    _row("pci.bus_id gpu_bus_id", "pci/pci_bus_id", BUS),
    _row("pcie.link.gen.current", "pci/pci_gpu_link_info/pcie_gen/current_link_gen", "1", "5"),
    _row("pcie.link.gen.max", "pci/pci_gpu_link_info/pcie_gen/max_link_gen", "5"),
    _row("pcie.link.width.current", "pci/pci_gpu_link_info/link_widths/current_link_width", "1x"),
    _row("pcie.link.width.max", "pci/pci_gpu_link_info/link_widths/max_link_width", "1x"),
    _row("fan.speed", "fan_speed", NOT_AVAILABLE),
    _row("pstate", "performance_state", "P8", "P0"),
    _row("", "clocks_event_reasons/clocks_event_reason_gpu_idle", "Active", "Not Active"),
    _row("", "clocks_event_reasons/clocks_event_reason_sw_power_cap", "Not Active"),
    _row("", "clocks_event_reasons/clocks_event_reason_hw_slowdown", "Not Active"),
    _row("", "clocks_event_reasons/clocks_event_reason_hw_thermal_slowdown", "Not Active"),
    _row("", "clocks_event_reasons/clocks_event_reason_sw_thermal_slowdown", "Not Active"),
    _row(
        "clocks_event_reasons.active clocks_throttle_reasons.active",
        "",
        "0x0000000000000001",
        "0x0000000000000000",
    ),
    _row("memory.total", "fb_memory_usage/total", NOT_AVAILABLE, unit="MiB"),
    _row("memory.reserved", "fb_memory_usage/reserved", NOT_AVAILABLE, unit="MiB"),
    _row("memory.used", "fb_memory_usage/used", NOT_AVAILABLE, unit="MiB"),
    _row("memory.free", "fb_memory_usage/free", NOT_AVAILABLE, unit="MiB"),
    _row("compute_mode", "compute_mode", "Default"),
    _row("compute_cap", "", "12.1"),
    _row("utilization.gpu", "utilization/gpu_util", "0", "94", "%"),
    _row("utilization.memory", "utilization/memory_util", "0", unit="%"),
    _row("ecc.mode.current", "ecc_mode/current_ecc", NOT_AVAILABLE),
    _row("ecc.mode.pending", "ecc_mode/pending_ecc", NOT_AVAILABLE),
    _row("temperature.gpu", "temperature/gpu_temp", "41", "58", "C"),
    _row("temperature.gpu.tlimit", "temperature/gpu_temp_tlimit", NOT_AVAILABLE),
    _row("power.draw power.draw.average", "gpu_power_readings/average_power_draw", "4.52", "41.87", "W"),
    _row("power.draw.instant", "gpu_power_readings/instant_power_draw", "4.49", "42.31", "W"),
    _row("power.limit enforced.power.limit", "gpu_power_readings/current_power_limit", NOT_AVAILABLE),
    _row("clocks.current.graphics clocks.gr", "clocks/graphics_clock", "208", "2418", "MHz"),
    _row("clocks.current.sm clocks.sm", "clocks/sm_clock", "208", "2418", "MHz"),
    _row("clocks.current.memory clocks.mem", "clocks/mem_clock", NOT_AVAILABLE),
    _row("clocks.max.sm", "max_clocks/sm_clock", "3003", unit="MHz"),
)
