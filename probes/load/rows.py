"""Levels as rows: for report.json, for a table, for a judgement. Times in seconds, shares from 0 to 1."""

import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from probes.load.closed import Level
from probes.load.statistics import Interval, Spread, interval_of, spread_of
from probes.load.timing import RequestTiming


@dataclass(frozen=True)
class LoadRow:
    """One level's figures over its repeats."""

    concurrency: int
    tok_s: Interval
    tok_s_per_request: float | None
    """Mean of 1 / TPOT: what one reader sees once the text flows."""
    requests_s: float
    ttft_s: Spread | None
    ttft_mean_s: Interval | None
    ttft_content_s: Spread | None
    tpot_s: Spread | None
    itl_s: Spread | None
    e2e_s: Spread | None
    repeats: int
    requests: int
    failures: dict[str, int]
    failure_details: tuple[str, ...]
    completion_tokens: int
    prompt_tokens_mean: float | None
    events_per_token: float | None
    client_lag_s: Spread | None
    client_cpu_share: float

    @property
    def failed(self) -> int:
        return sum(self.failures.values())

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
    good = [request for request in level.requests if request.fault is None]
    bad = [request for request in level.requests if request.fault is not None]
    tokens = sum(request.tokens for request in good)
    prompt_tokens = [request.prompt_tokens for request in good if request.prompt_tokens is not None]
    return LoadRow(
        concurrency=level.concurrency,
        tok_s=interval_of([repeat.tok_s for repeat in level.repeats]),
        tok_s_per_request=_mean([1 / tpot for tpot in _known(r.tpot_s for r in good) if tpot > 0]),
        requests_s=_requests_s(level),
        ttft_s=spread_of(_known(r.ttft_s for r in good)),
        ttft_mean_s=_ttft_interval(level),
        ttft_content_s=spread_of(_known(r.ttft_content_s for r in good)),
        tpot_s=spread_of(_known(r.tpot_s for r in good)),
        itl_s=spread_of([gap for r in good for gap in r.gaps_s]),
        e2e_s=spread_of([r.e2e_s for r in good]),
        repeats=len(level.repeats),
        requests=len(level.requests),
        failures=dict(Counter(str(request.fault) for request in bad)),
        failure_details=tuple(sorted({request.detail for request in bad if request.detail}))[:5],
        completion_tokens=tokens,
        prompt_tokens_mean=_mean(prompt_tokens),
        events_per_token=sum(len(r.visible_at_s) for r in good) / tokens if tokens else None,
        client_lag_s=spread_of([lag for repeat in level.repeats for lag in repeat.lag.lags_s]),
        client_cpu_share=statistics.fmean(repeat.lag.cpu_share for repeat in level.repeats),
    )


def _known(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def _mean(values: list[float] | list[int]) -> float | None:
    return statistics.fmean(values) if values else None


def _requests_s(level: Level) -> float:
    spans = [_span_s(repeat.requests) for repeat in level.repeats]
    return sum(request.fault is None for request in level.requests) / sum(spans)


def _span_s(requests: tuple[RequestTiming, ...]) -> float:
    return max(r.ended_s for r in requests) - min(r.sent_s for r in requests)


def _ttft_interval(level: Level) -> Interval | None:
    means = [_mean(_known(r.ttft_s for r in repeat.requests if r.fault is None)) for repeat in level.repeats]
    known = _known(means)
    return interval_of(known) if len(known) > 1 else None
