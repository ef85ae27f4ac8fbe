"""Levels of a closed loop as rows: for report.json, for a table, for a judgement."""

from dataclasses import asdict, dataclass
from typing import Any

from probes.load.closed import Level
from probes.load.figures import Figures, figures_of, known, mean_of
from probes.load.statistics import Interval, interval_of
from probes.load.timing import RequestTiming


@dataclass(frozen=True, kw_only=True)
class LoadRow(Figures):
    """One level's figures over its repeats."""

    concurrency: int
    repeats: int
    tok_s: Interval
    ttft_mean_s: Interval | None
    requests_s: float

    def as_dict(self) -> dict[str, Any]:
        """The row of report.json: `tok_s` is the aggregate's mean, `tok_s_low/high` its 95 % interval."""
        plain = asdict(self)
        ttft = plain.pop("ttft_mean_s") or {"low": None, "high": None}
        tok_s = plain.pop("tok_s")
        return {
            "concurrency": plain.pop("concurrency"),
            "tok_s": tok_s["mean"],
            "tok_s_low": tok_s["low"],
            "tok_s_high": tok_s["high"],
            "ttft_mean_low_s": ttft["low"],
            "ttft_mean_high_s": ttft["high"],
            "failed": self.failed,
            **plain,
        }


def row_of(level: Level) -> LoadRow:
    """Pure. A level in which every request failed gives tok_s 0 and None for what it cannot know."""
    figures = figures_of(level.requests, [repeat.lag for repeat in level.repeats])
    return LoadRow(
        **vars(figures),
        concurrency=level.concurrency,
        repeats=len(level.repeats),
        tok_s=interval_of([repeat.tok_s for repeat in level.repeats]),
        ttft_mean_s=_ttft_interval(level),
        requests_s=_requests_s(level),
    )


def _requests_s(level: Level) -> float:
    spans = [_span_s(repeat.requests) for repeat in level.repeats]
    return sum(request.fault is None for request in level.requests) / sum(spans)


def _span_s(requests: tuple[RequestTiming, ...]) -> float:
    return max(r.ended_s for r in requests) - min(r.sent_s for r in requests)


def _ttft_interval(level: Level) -> Interval | None:
    repeats = [[r.ttft_s for r in repeat.requests if r.fault is None] for repeat in level.repeats]
    means = known(mean_of(repeat) for repeat in repeats)
    return interval_of(means) if len(means) > 1 else None
