"""What a set of requests shows, whatever the loop that sent them. Times in seconds, shares from 0 to 1."""

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from probes.load.client_lag import ClientLag
from probes.load.statistics import Spread, spread_of
from probes.load.timing import RequestTiming

SHOWN_DETAILS = 5


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Spreads over the requests that succeeded, counts over all."""

    requests: int
    failures: dict[str, int]
    failure_details: tuple[str, ...]
    completion_tokens: int
    prompt_tokens_mean: float | None
    events_per_token: float | None
    tok_s_per_request: float | None
    """Mean of 1 / TPOT: what one reader sees once the text flows."""
    ttft_s: Spread | None
    ttft_content_s: Spread | None
    tpot_s: Spread | None
    itl_s: Spread | None
    e2e_s: Spread | None
    client_lag_s: Spread | None
    client_cpu_share: float

    @property
    def failed(self) -> int:
        return sum(self.failures.values())


def figures_of(requests: Sequence[RequestTiming], lags: Sequence[ClientLag]) -> Figures:
    """Pure. Where every request failed, what cannot be known is None."""
    good = [request for request in requests if request.fault is None]
    bad = [request for request in requests if request.fault is not None]
    tokens = sum(request.tokens for request in good)
    return Figures(
        requests=len(requests),
        failures=dict(Counter(str(request.fault) for request in bad)),
        failure_details=tuple(sorted({request.detail for request in bad if request.detail}))[:SHOWN_DETAILS],
        completion_tokens=tokens,
        prompt_tokens_mean=mean_of(r.prompt_tokens for r in good),
        events_per_token=sum(len(r.visible_at_s) for r in good) / tokens if tokens else None,
        tok_s_per_request=mean_of(1 / r.tpot_s for r in good if r.tpot_s),
        ttft_s=spread_of(known(r.ttft_s for r in good)),
        ttft_content_s=spread_of(known(r.ttft_content_s for r in good)),
        tpot_s=spread_of(known(r.tpot_s for r in good)),
        itl_s=spread_of([gap for r in good for gap in r.gaps_s]),
        e2e_s=spread_of([r.e2e_s for r in good]),
        client_lag_s=spread_of([each for lag in lags for each in lag.lags_s]),
        client_cpu_share=statistics.fmean(lag.cpu_share for lag in lags),
    )


def known(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def mean_of(values: Iterable[float | None]) -> float | None:
    """None when there is nothing to take a mean of."""
    present = known(values)
    return statistics.fmean(present) if present else None
