"""A report in the terminal."""

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from reports import cells
from reports.headline import evidence, first_line, headline, layer_rows
from reports.outcome import Outcome
from reports.run import Report
from reports.sanitise import visible

_COLOURS: Final = {"ACCEPTED": "bold green", "REJECTED": "bold red", "INCOMPLETE": "bold yellow"}


def shown(report: Report) -> Group:
    """The whole report for a rich console; texts are shown as they are, never as markup."""
    return Group(*_parts(report))


def _parts(report: Report) -> Iterator[RenderableType]:
    yield _text(first_line(report), _COLOURS[report.verdict])
    run = f"{report.cluster}, {report.mode}, {report.started}, {report.duration_s:.1f} s"
    for title, text in (*headline(report), ("run", run)):
        yield _text(f"  {title:<10}{text}")
    for line in report.cause.lines if report.cause else ():
        yield _text(f"  │ {line}", "dim")
    yield from (table for table in (_layers(report), _throughput(report), _phases(report)) if table.row_count)
    for section, lines in evidence(report).items():
        yield _text(section, "bold")
        yield from (_text(f"  {line}") for line in lines)


def _text(text: str, style: str = "") -> Text:
    return Text(visible(text), style=style)


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2))
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    return table


def _layers(report: Report) -> Table:
    outcomes = tuple(reversed(Outcome))
    table = _table("layer", *(outcome.words for outcome in outcomes))
    for row in layer_rows(report):
        table.add_row(_text(row.layer), *(str(row.counts[outcome] or "") for outcome in outcomes))
    return table


def _throughput(report: Report) -> Table:
    table = _table(*cells.THROUGHPUT)
    for row in report.throughput:
        table.add_row(*cells.throughput(row))
    return table


def _phases(report: Report) -> Table:
    table = _table("phase", "from, s", "took, s")
    for phase in report.phases:
        table.add_row(_text(phase.name), f"{phase.started_s:.1f}", f"{phase.duration_s:.1f}")
    return table
