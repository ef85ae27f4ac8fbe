"""`--query-gpu` and `--query-compute-apps`: nvidia-smi's own comma-separated form."""

from collections.abc import Iterable, Mapping, Sequence

from launch.lab.simulated_gpu.gb10 import NAME
from launch.lab.simulated_gpu.processes import Process

PRINTED_UNITS = ("%", "MiB", "W", "MHz")
FULL_NAMES = {"used_memory": "used_gpu_memory", "name": "process_name"}
NOTHING = ("N/A", "")
Cells = Mapping[str, tuple[str, str]]
"""Column -> value and unit."""


def process_columns(columns: Iterable[str]) -> list[str]:
    return [FULL_NAMES.get(column, column) for column in columns]


def process_cells(process: Process, uuid: str) -> Cells:
    return {
        "pid": (str(process.pid), ""),
        "process_name": (process.title, ""),
        "used_gpu_memory": (str(process.used_mib), "MiB"),
        "gpu_uuid": (uuid, ""),
        "gpu_name": (NAME, ""),
    }


def lines(columns: Sequence[str], rows: Iterable[Cells], form: str) -> Iterable[str]:
    """`form` is the value of --format: csv[,noheader][,nounits]."""
    with_units = "nounits" not in form
    table = [[_cell(*row.get(column, NOTHING), with_units=with_units) for column in columns] for row in rows]
    header = [] if "noheader" in form else [[_title(column) for column in columns]]
    return [", ".join(row) for row in (*header, *table)]


def _cell(value: str, unit: str, *, with_units: bool) -> str:
    if value == "N/A":
        return "[N/A]"
    return f"{value} {unit}" if with_units and unit in PRINTED_UNITS else value.removesuffix("x")


def _title(column: str) -> str:
    unit = TITLE_UNITS.get(column.partition(".")[0])
    return f"{column} [{unit}]" if unit else column


TITLE_UNITS = {"memory": "MiB", "used_gpu_memory": "MiB", "utilization": "%"}
"""By the column's first word, as nvidia-smi heads them."""
