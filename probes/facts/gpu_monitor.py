"""`nvidia-smi dmon` and `nvidia-smi pmon`: scrolling columns under two lines of heading (nvidia-smi(1))."""

from collections.abc import Iterator
from dataclasses import dataclass

from probes.facts import gpu_cells as cells
from probes.facts.gpu import Gpu, GpuProcess
from probes.facts.reading import Reading


@dataclass(frozen=True)
class _Row:
    """One line's cells by column."""

    cells: dict[str, str]

    def whole(self, *columns: str) -> int | None:
        return next((cells.whole(self.cells[name]) for name in columns if name in self.cells), None)


def _rows(text: str, needed: str) -> Iterator[_Row]:
    columns: list[str] = []
    for line in text.splitlines():
        words = line.split()
        if words[:2] == ["#", "gpu"]:
            columns = words[1:]
        elif needed in columns and words and words[0].isdecimal() and len(words) >= len(columns):
            # the last column, the command, may hold blanks
            yield _Row(dict(zip(columns, line.split(maxsplit=len(columns) - 1), strict=True)))


def samples(text: str) -> tuple[Gpu, ...]:
    """One Gpu a line of `dmon`, in time. Raises NotUnderstood when there is none."""
    found = tuple(_sample(row) for row in _rows(text, "pwr"))
    if not found:
        raise Reading(0, text).not_understood("nvidia-smi dmon")
    return found


def _sample(row: _Row) -> Gpu:
    return Gpu(
        index=row.whole("gpu"),
        power_w=row.whole("pwr"),
        temperature_c=row.whole("gtemp"),
        utilization_percent=row.whole("sm"),
        memory_clock_mhz=row.whole("mclk"),
        sm_clock_mhz=row.whole("pclk"),
    )


def processes(text: str) -> tuple[GpuProcess, ...]:
    """The processes of `pmon`; `fb` (with -s m) is their memory. Raises NotUnderstood when it is none."""
    rows = list(_rows(text, "pid"))
    if not rows:
        raise Reading(0, text).not_understood("nvidia-smi pmon")
    return tuple(
        GpuProcess(
            pid,
            row.cells.get("command", "").strip(),
            row.whole("fb"),
            row.cells["gpu"],
            row.cells.get("type"),
        )
        for row in rows
        if (pid := row.whole("pid")) is not None
    )


PARSERS = {"gpu_samples": samples, "gpu_processes": processes}
