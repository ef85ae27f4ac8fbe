"""The block on top of report.html."""

from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from reports import cells
from reports.headline import evidence, first_line, headline, layer_rows
from reports.outcome import Outcome
from reports.run import Report
from reports.sanitise import visible

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=lambda value: visible(value) if type(value) is str else value,
)


def summary_html(report: Report) -> str:
    """The report's own first part as inert HTML: every text in it is escaped, controls are spelt out."""
    return _TEMPLATES.get_template("summary.html.j2").render(
        cells=cells,
        report=report,
        first_line=first_line(report),
        headline=headline(report),
        layers=layer_rows(report),
        evidence=evidence(report),
        outcomes=tuple(Outcome),
    )
