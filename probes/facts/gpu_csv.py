"""`nvidia-smi --query-… --format=csv`: with header, or with the command echoed above the rows."""

import re
from dataclasses import dataclass

from probes.facts import gpu_cells as cells
from probes.facts.gpu import Gpu, GpuProcess, Gpus
from probes.facts.gpu_fields import gpu
from probes.facts.gpu_names import FIELDS

ECHO = re.compile(r"--query-(?:gpu|compute-apps|accounted-apps)=(?P<columns>[\w.,]+)", re.ASCII)
KNOWN = frozenset(
    {"name", "gpu_name", "pid", "process_name", "used_gpu_memory", "used_memory", "memory.reserved"}
    | {name for field in FIELDS for name in field.names if "/" not in name}
)
DOTTED = re.compile(r"[a-z_]+(?:\.[a-z_0-9]+){1,5}")


@dataclass(frozen=True)
class Block:
    """The rows under one header, as cells by column (units taken off the names)."""

    columns: tuple[str, ...]
    rows: tuple[dict[str, str], ...]


def blocks(text: str) -> tuple[Block, ...]:
    """Every table of a text; lines that belong to none end one."""
    found: list[tuple[tuple[str, ...], list[dict[str, str]]]] = []
    columns: tuple[str, ...] = ()
    for line in text.splitlines():
        if header := _header(line):
            columns = header
            if not found or found[-1][0] != header or found[-1][1]:
                found.append((header, []))
        elif columns and (row := _row(columns, line)):
            found[-1][1].append(row)
        else:
            columns = ()
    return tuple(Block(columns, tuple(rows)) for columns, rows in found)


def _header(line: str) -> tuple[str, ...] | None:
    if echoed := ECHO.search(line):
        return tuple(echoed["columns"].split(","))
    names = tuple(cell.partition(" [")[0].strip() for cell in line.split(","))
    known = [name in KNOWN for name in names]
    are_columns = all(name in KNOWN or DOTTED.fullmatch(name) or cells.slug(name) == name for name in names)
    return names if any(known) and are_columns and len(known) <= 2 * sum(known) + 2 else None


def _row(columns: tuple[str, ...], line: str) -> dict[str, str] | None:
    values = line.split(",")
    spare = len(values) - len(columns)
    if spare < 0 or not line.strip() or (spare and "process_name" not in columns):
        return None
    if spare:  # a comma inside a process's name, which nvidia-smi does not quote
        at = columns.index("process_name")
        values[at : at + spare + 1] = [",".join(values[at : at + spare + 1])]
    return dict(zip(columns, (value.strip() for value in values), strict=True))


def gpus(text: str) -> Gpus | None:
    """The GPUs of the first table that lists GPUs; None when there is none."""
    listed = [block for block in blocks(text) if "pid" not in block.columns]
    if not listed:
        return None
    chosen = next((block for block in listed if block.rows), listed[0])
    rows = tuple(gpu(row) for row in chosen.rows)
    last = _latest(rows)
    drivers = {row.driver for row in last}
    return Gpus(
        gpus=last, driver=drivers.pop() if len(drivers) == 1 else None, samples=rows if rows != last else ()
    )


def _latest(rows: tuple[Gpu, ...]) -> tuple[Gpu, ...]:
    if not any(row.timestamp for row in rows):
        return rows
    return tuple({(row.uuid, row.bus, row.index): row for row in rows}.values())


def processes(text: str) -> tuple[GpuProcess, ...] | None:
    """The processes of every table that lists them; None when there is none."""
    listed = [block for block in blocks(text) if "pid" in block.columns]
    if not listed:
        return None
    return tuple(
        _process(row) for block in listed for row in block.rows if cells.whole(row["pid"]) is not None
    )


def _process(row: dict[str, str]) -> GpuProcess:
    used = row.get("used_gpu_memory", row.get("used_memory", ""))
    return GpuProcess(
        pid=cells.whole(row["pid"]) or 0,
        name=row.get("process_name", row.get("name", "")),
        used_mib=cells.whole(used),
        gpu=cells.text(row.get("gpu_uuid", row.get("gpu_bus_id", ""))),
        type="C",
    )
