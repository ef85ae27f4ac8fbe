"""Was it the client? The same load on the built-in mock, whose true times are known, says so.

Event-loop lag alone does not show a client-bound run (the wait can sit inside a pool), so the client is
measured whole: same concurrency, same tokens, a mock as fast as the server looked.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from probes.api.client import Api
from probes.api.recording import Recording
from probes.api.stream import assemble
from probes.load.client_lag import ClientLag, client_lag
from probes.load.closed import Repeat, stream_recordings
from probes.load.mock.process import running_mock
from probes.load.mock.script import Timing
from probes.load.plan import ClosedPlan
from probes.load.rows import LoadRow
from probes.load.statistics import percentile
from probes.load.timing import timing_of
from probes.load.truth import absolute_ms, client_error

MAX_SHARE = 0.1
"""The client is trusted while its own error stays within a tenth of what it measured."""

MAX_SLIP_MS = 2.0
"""A mock later than this at p99 was itself held up: then nothing is known."""

CALIBRATED_REQUESTS = 2
"""Requests per stream: the second one meets a warm connection under full load."""


@dataclass(frozen=True)
class ClientCheck:
    """What the client adds at one concurrency, against known truth; rates in tokens per second."""

    concurrency: int
    timing: Timing
    tok_s: float
    ideal_tok_s: float
    ttft_err_p50_ms: float
    ttft_err_p99_ms: float
    itl_err_p50_ms: float
    itl_err_p99_ms: float
    mock_slip_p99_ms: float
    cpu_share: float
    cpu_s_per_1k_tok: float | None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def limit(self) -> str:
        """Why the client was the limit, in words; empty when it was not."""
        found = (words for words, holds in self._rules() if holds)
        return next(found, "")

    def _rules(self) -> tuple[tuple[str, bool], ...]:
        slow = f"it reached {self.tok_s:.0f} of {self.ideal_tok_s:.0f} tok/s against the built-in mock"
        late = f"its own TTFT error was {self.ttft_err_p50_ms:.1f} ms against the built-in mock"
        held = f"this machine is too busy to tell: the mock itself was {self.mock_slip_p99_ms:.1f} ms late"
        is_slow = self.tok_s < (1 - MAX_SHARE) * self.ideal_tok_s
        is_late = self.ttft_err_p50_ms > MAX_SHARE * 1000 * self.timing.ttft_s
        is_held = self.mock_slip_p99_ms > max(MAX_SLIP_MS, MAX_SHARE * 1000 * self.timing.itl_s)
        return ((held, is_held and (is_slow or is_late)), (slow, is_slow), (late, is_late))


async def check_client(row: LoadRow, max_tokens: int, transport: str = "aiohttp") -> ClientCheck | None:
    """Repeat the level of `row` on the mock at the speed that was measured; None where nothing was.

    Raises CannotTell when the mock does not start.
    """
    if row.ttft_s is None or row.tpot_s is None:
        return None
    timing = Timing(row.ttft_s.p50, row.tpot_s.p50, max_tokens)
    return await calibrated(row.concurrency, timing, transport)


async def calibrated(
    concurrency: int, timing: Timing, transport: str = "aiohttp", mock_cpu: int | None = None
) -> ClientCheck:
    """The client's errors at so many streams of that timing; the mock stays on core `mock_cpu`, if given."""
    async with (
        running_mock(timing, mock_cpu) as mock,
        Api(mock.address, None, transport, model="mock") as api,
    ):
        plan = _plan(concurrency, timing)
        await stream_recordings(api, plan, concurrency, 1)
        async with client_lag() as lag:
            kept = await stream_recordings(api, plan, concurrency, CALIBRATED_REQUESTS)
    return _check(timing, kept, lag, mock.report["slip_p99_ms"])


def _plan(concurrency: int, timing: Timing) -> ClosedPlan:
    """Starts spread over one request's time, so that the streams do not march in step."""
    whole_s = timing.ttft_s + timing.tokens * timing.itl_s
    return ClosedPlan(
        concurrencies=(concurrency,),
        requests_per_stream=CALIBRATED_REQUESTS,
        max_tokens=timing.tokens,
        deadline_s=10 * whole_s + 10,
        stagger_s=whole_s / concurrency,
    )


def _check(
    timing: Timing, kept: Sequence[Sequence[Recording]], lag: ClientLag, slip_p99_ms: float
) -> ClientCheck:
    pairs = [[(each, assemble(each)) for each in stream] for stream in kept]
    errors = [error for stream in pairs for pair in stream if (error := client_error(*pair)) is not None]
    ttft = absolute_ms([error.ttft_s for error in errors]) or [0.0]
    gaps = absolute_ms([gap for error in errors for gap in error.gaps_s]) or [0.0]
    repeat = Repeat(tuple(tuple(timing_of(reply) for _, reply in stream) for stream in pairs), lag)
    tokens = sum(request.tokens for request in repeat.requests)
    return ClientCheck(
        concurrency=len(kept),
        timing=timing,
        tok_s=repeat.tok_s,
        ideal_tok_s=ideal_tok_s(len(kept), timing),
        ttft_err_p50_ms=percentile(ttft, 0.5),
        ttft_err_p99_ms=percentile(ttft, 0.99),
        itl_err_p50_ms=percentile(gaps, 0.5),
        itl_err_p99_ms=percentile(gaps, 0.99),
        mock_slip_p99_ms=slip_p99_ms,
        cpu_share=lag.cpu_share,
        cpu_s_per_1k_tok=1000 * lag.cpu_s / tokens if tokens else None,
    )


def ideal_tok_s(concurrency: int, timing: Timing) -> float:
    """Aggregate tokens per second of streams that lose no time between two requests."""
    return concurrency * timing.tokens / (timing.ttft_s + (timing.tokens - 1) * timing.itl_s)
