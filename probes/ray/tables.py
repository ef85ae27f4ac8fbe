"""Tables of `ray list …`: columns are taken from the header's offsets, since cells may be empty."""

import re
from collections.abc import Iterator

from probes.facts.reading import Reading

HEADER = re.compile(r"^ {2,}(?:NODE_ID|PLACEMENT_GROUP_ID)\b")
COLUMN = re.compile(r"\S+")
TOTAL = re.compile(r"^Total: (\d+)$", re.MULTILINE)


def rows(reading: Reading, tool: str) -> tuple[dict[str, str], ...]:
    """The rows of one table, column by column; continued lines of a cell are joined by line ends.

    Raises NotUnderstood for what is no such table.
    """
    lines = reading.require("ray").stdout.splitlines()
    start = next((number for number, line in enumerate(lines) if HEADER.match(line)), None)
    if start is None and TOTAL.search(reading.stdout):
        return ()
    if start is None:
        raise reading.not_understood(tool)
    columns = [(match[0], match.start()) for match in COLUMN.finditer(lines[start])]
    return tuple(_rows(lines[start + 1 :], columns))


def _rows(lines: list[str], columns: list[tuple[str, int]]) -> Iterator[dict[str, str]]:
    row: dict[str, str] = {}
    for line in lines:
        cells = _cells(line, columns)
        if line[: columns[0][1]].strip():
            if row:
                yield row
            row = cells
        elif row:
            row = {name: f"{row[name]}\n{cell}" if cell else row[name] for name, cell in cells.items()}
    if row:
        yield row


def _cells(line: str, columns: list[tuple[str, int]]) -> dict[str, str]:
    ends = [start for _, start in columns[1:]] + [len(line)]
    return {name: line[start:end].strip() for (name, start), end in zip(columns, ends, strict=True)}
