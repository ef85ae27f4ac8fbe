"""What a reader sees first: the verdict, the lowest failing gate, its probable cause and the remedy."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from reports.layers import rank
from reports.outcome import Outcome
from reports.run import Report

WHY: Final = "verdict"
"""The section of the evidence that says why the verdict is what it is."""


def sentence(check: str) -> str:
    """A check's name as words: "…::test_ray_sees_every_gpu[spark-1]" is "ray sees every gpu"."""
    name = check.rpartition("::")[2].partition("[")[0]
    return name.removeprefix("test_").replace("_", " ")


def first_line(report: Report) -> str:
    """The verdict and the lowest failing gate; without a failing check, why the verdict is what it is."""
    if report.cause is None:
        return f"{report.verdict}  {_why(report)}".rstrip()
    node = f" on {report.cause.node}" if report.cause.node else ""
    return f"{report.verdict}  {report.cause.layer}: {sentence(report.cause.check)}{node}"


def _why(report: Report) -> str:
    return "; ".join(report.evidence.get(WHY, ()))


def evidence(report: Report) -> dict[str, tuple[str, ...]]:
    """What was noted during the run, without the verdict's reason, which the first lines say."""
    return {section: lines for section, lines in report.evidence.items() if section != WHY}


def headline(report: Report) -> tuple[tuple[str, str], ...]:
    """The lines below the first one, as (title, text); those that say nothing are left out."""
    cause = report.cause
    lines = (
        ("verdict", _why(report) if cause else ""),
        ("check", cause.check if cause else ""),
        ("cause", cause.summary if cause else ""),
        ("remedy", cause.remedy if cause else ""),
        ("simulated", ", ".join(report.simulated)),
    )
    return tuple(line for line in lines if line[1])


@dataclass(frozen=True)
class LayerRow:
    """How the checks of one layer ended."""

    layer: str
    counts: Counter[Outcome]


def layer_rows(report: Report) -> tuple[LayerRow, ...]:
    """One row a layer that holds checks, lowest first."""
    layers = sorted({check.layer for check in report.checks}, key=lambda layer: (rank(layer), layer))
    outcomes = {layer: [c.outcome for c in report.checks if c.layer == layer] for layer in layers}
    return tuple(LayerRow(layer, Counter(outcomes[layer])) for layer in layers)
