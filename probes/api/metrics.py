"""The Prometheus text format, version 0.0.4, as engines expose it on /metrics."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

SAMPLE = re.compile(
    r"^(?P<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?P<labels>.*)\})?\s+(?P<value>\S+)(?:\s+-?\d+)?\s*$"
)
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"')
ESCAPE = re.compile(r"\\(.)")
ESCAPED = {"n": "\n", "\\": "\\", '"': '"'}


@dataclass(frozen=True)
class Sample:
    """One line: name, labels, value."""

    name: str
    labels: Mapping[str, str]
    value: float


@dataclass(frozen=True)
class Metrics:
    """All samples of one scrape; lines that are no samples are counted, not hidden."""

    samples: tuple[Sample, ...]
    unread_lines: int = 0

    def named(self, name: str) -> tuple[Sample, ...]:
        return tuple(sample for sample in self.samples if sample.name == name)

    def total(self, name: str) -> float | None:
        """The sum over all label sets; None when there is no such metric."""
        found = self.named(name)
        return sum(sample.value for sample in found) if found else None

    def has_prefix(self, prefix: str) -> bool:
        return any(sample.name.startswith(prefix) for sample in self.samples)

    def mean_since(self, earlier: "Metrics", histogram: str) -> float | None:
        """Mean of what a histogram gained since an earlier scrape; None when it gained nothing."""
        gained = [_gain(self, earlier, f"{histogram}_{part}") for part in ("sum", "count")]
        return gained[0] / gained[1] if gained[0] is not None and gained[1] else None

    def mean_of(self, histogram: str) -> float | None:
        """Sum over count of a histogram or summary; None when absent or empty."""
        total, count = self.total(f"{histogram}_sum"), self.total(f"{histogram}_count")
        return total / count if total is not None and count else None


def _gain(later: Metrics, earlier: Metrics, name: str) -> float | None:
    total = later.total(name)
    return None if total is None else total - (earlier.total(name) or 0.0)


def parse(text: str) -> Metrics:
    """Never raises: what is not a sample, a comment or blank is counted in `unread_lines`."""
    lines = [line.strip() for line in text.split("\n")]
    wanted = [line for line in lines if line and not line.startswith("#")]
    samples = tuple(sample for sample in map(_sample, wanted) if sample is not None)
    return Metrics(samples, len(wanted) - len(samples))


def _sample(line: str) -> Sample | None:
    match = SAMPLE.match(line)
    if match is None:
        return None
    try:
        value = float(match["value"])
    except ValueError:
        return None
    labels = {name: _unescaped(text) for name, text in LABEL.findall(match["labels"] or "")}
    return Sample(match["name"], labels, value)


def _unescaped(text: str) -> str:
    return ESCAPE.sub(lambda match: ESCAPED.get(match[1], match[0]), text)
