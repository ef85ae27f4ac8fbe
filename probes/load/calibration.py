"""Was it the client? The same load on the built-in mock, whose true times are known, says so.

Event-loop lag alone does not show a client-bound run (the wait can sit inside a pool), so the client is
measured whole: same concurrency, same tokens, a mock as fast as the server looked.
"""

from dataclasses import asdict, dataclass
from typing import Any

from probes.api.client import Api
from probes.api.stream import assemble
from probes.load.client_lag import client_lag
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


async def calibrated(concurrency: int, timing: Timing, transport: str = "aiohttp") -> ClientCheck:
    """The client's errors at so many streams of that timing."""
    plan = ClosedPlan(
        concurrencies=(concurrency,),
        requests_per_stream=CALIBRATED_REQUESTS,
        max_tokens=timing.tokens,
        deadline_s=10 * (timing.ttft_s + timing.tokens * timing.itl_s) + 10,
        stagger_s=(timing.ttft_s + timing.tokens * timing.itl_s) / concurrency,
    )
    async with running_mock(timing) as mock, Api(mock.address, None, transport, model="mock") as api:
        await stream_recordings(api, plan, concurrency, 1)
        async with client_lag() as lag:
            kept = await stream_recordings(api, plan, concurrency, CALIBRATED_REQUESTS)
    pairs = [[(each, assemble(each)) for each in stream] for stream in kept]
    errors = [client_error(*pair) for stream in pairs for pair in stream]
    known = [error for error in errors if error is not None]
    ttft = absolute_ms([error.ttft_s for error in known]) or [0.0]
    gaps = absolute_ms([gap for error in known for gap in error.gaps_s]) or [0.0]
    repeat = Repeat(tuple(tuple(timing_of(reply) for _, reply in stream) for stream in pairs), lag)
    return ClientCheck(
        concurrency=concurrency,
        timing=timing,
        tok_s=repeat.tok_s,
        ideal_tok_s=ideal_tok_s(concurrency, timing),
        ttft_err_p50_ms=percentile(ttft, 0.5),
        ttft_err_p99_ms=percentile(ttft, 0.99),
        itl_err_p50_ms=percentile(gaps, 0.5),
        itl_err_p99_ms=percentile(gaps, 0.99),
        mock_slip_p99_ms=mock.report["slip_p99_ms"],
        cpu_share=lag.cpu_share,
    )


def ideal_tok_s(concurrency: int, timing: Timing) -> float:
    """Aggregate tokens per second of streams that lose no time between two requests."""
    return concurrency * timing.tokens / (timing.ttft_s + (timing.tokens - 1) * timing.itl_s)
