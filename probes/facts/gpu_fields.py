"""The fields of a GPU out of the cells of any of nvidia-smi's long formats."""

from collections.abc import Mapping
from typing import Any

from probes.facts import gpu_cells
from probes.facts.gpu import ErrorCounts, Gpu, RemappedRows
from probes.facts.gpu_names import FIELDS, NAME, REMAPPED, Cells

UNCORRECTED = ("ecc.errors.uncorrected.volatile.total",)
REASON_GROUPS = ("clocks_event_reasons/", "clocks_throttle_reasons/")
REASON_COLUMNS = ("clocks_event_reasons.active", "clocks_throttle_reasons.active")
REASON_BITS = (
    "gpu_idle",
    "applications_clocks_setting",
    "sw_power_cap",
    "hw_slowdown",
    "sync_boost",
    "sw_thermal_slowdown",
    "hw_thermal_slowdown",
    "hw_power_brake_slowdown",
    "display_clocks_setting",
)
"""NVML's nvmlClocksEventReason bits, lowest first (nvml.h)."""
REASON_NAMES = {"idle": "gpu_idle", "display_clock_setting": "display_clocks_setting"}


def gpu(cells: Cells, **more: Any) -> Gpu:
    """The GPU that these cells describe; `more` are fields known from elsewhere."""
    volatile = _errors(cells, "ecc_errors/volatile/")
    return Gpu(
        **{
            **{field.name: field.value(cells) for field in FIELDS},
            "name": _name(cells),
            "ecc_volatile": volatile,
            "ecc_aggregate": _errors(cells, "ecc_errors/aggregate/"),
            "ecc_uncorrected": _uncorrected(cells, volatile),
            "remapped": RemappedRows(**{field.name: field.value(cells) for field in REMAPPED}),
            "throttle_reasons": _reasons(cells),
            "unreadable": tuple(
                field.name for field in FIELDS if any(map(gpu_cells.is_unreadable, field.cells(cells)))
            ),
            **more,
        }
    )


def _name(cells: Cells) -> str:
    return NAME.value(cells) or ""


def _errors(cells: Cells, group: str) -> ErrorCounts:
    counts = {
        path.removeprefix(group): gpu_cells.whole(cell)
        for path, cell in cells.items()
        if path.startswith(group)
    }
    return ErrorCounts(
        sram_correctable=_sum(counts, "sram_correctable"),
        sram_uncorrectable=_sum(counts, "sram_uncorrectable"),
        dram_correctable=_sum(counts, "dram_correctable"),
        dram_uncorrectable=_sum(counts, "dram_uncorrectable"),
    )


def _sum(counts: Mapping[str, int | None], kind: str) -> int | None:
    known = [count for name, count in counts.items() if name.startswith(kind) and count is not None]
    return sum(known) if known else None


def _uncorrected(cells: Cells, volatile: ErrorCounts) -> int | None:
    total = next((gpu_cells.whole(cells[name]) for name in UNCORRECTED if name in cells), None)
    return volatile.uncorrectable if total is None else total


def _reasons(cells: Cells) -> tuple[str, ...]:
    for mask in (cells[name] for name in REASON_COLUMNS if name in cells):
        digits = mask.strip().removeprefix("0x")
        bits = int(digits, 16) if len(digits) <= 16 and digits.isalnum() and _is_hex(digits) else 0
        return tuple(name for bit, name in enumerate(REASON_BITS) if bits >> bit & 1)
    active = (
        path for path, cell in cells.items() if path.startswith(REASON_GROUPS) and gpu_cells.switch(cell)
    )
    names = (path.rsplit("/", 1)[-1].split("reason_", 1)[-1] for path in active)
    return tuple(dict.fromkeys(REASON_NAMES.get(name, name) for name in names))


def _is_hex(digits: str) -> bool:
    return bool(digits) and all(digit in "0123456789abcdefABCDEF" for digit in digits)
