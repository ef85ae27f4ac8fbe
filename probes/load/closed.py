"""The closed loop: so many streams, each asking its next question when the last one is answered."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

import httpx

from probes.api.client import Api
from probes.api.recording import Recording, record
from probes.api.stream import assemble
from probes.load.client_lag import ClientLag, client_lag
from probes.load.plan import ClosedPlan
from probes.load.timing import RequestTiming, timing_of


@dataclass(frozen=True)
class Repeat:
    """One measured repeat: requests per stream, and what the client did itself."""

    streams: tuple[tuple[RequestTiming, ...], ...]
    lag: ClientLag

    @property
    def requests(self) -> tuple[RequestTiming, ...]:
        return tuple(request for stream in self.streams for request in stream)

    @property
    def window_s(self) -> tuple[float, float]:
        """Start and end of full concurrency, ramp and tail outside; the whole span if it never was full."""
        start_s = max(stream[0].sent_s for stream in self.streams)
        end_s = min(stream[-1].ended_s for stream in self.streams)
        if start_s < end_s:
            return start_s, end_s
        return min(r.sent_s for r in self.requests), max(r.ended_s for r in self.requests)

    @property
    def tok_s(self) -> float:
        """Tokens of whole streams that came inside the window, per second of it."""
        start_s, end_s = self.window_s
        tokens = sum(request.tokens_within(start_s, end_s) for request in self.requests)
        return tokens / (end_s - start_s)


@dataclass(frozen=True)
class Level:
    """All repeats at one concurrency."""

    concurrency: int
    repeats: tuple[Repeat, ...]

    @property
    def requests(self) -> tuple[RequestTiming, ...]:
        return tuple(request for repeat in self.repeats for request in repeat.requests)


async def closed_loop(api: Api, plan: ClosedPlan) -> tuple[Level, ...]:
    """Every level in the order given: one warm-up request per stream, thrown away, then the repeats.

    A failed request is data (see RequestTiming.fault); so nothing raises but a broken plan's BadInput.
    """
    numbers = count()
    return tuple([await _level(api, plan, concurrency, numbers) for concurrency in plan.concurrencies])


async def stream_recordings(
    api: Api, plan: ClosedPlan, concurrency: int, requests_per_stream: int
) -> list[list[Recording]]:
    """One pass of so many streams, as recorded: for those who compare with a truth of their own."""
    return await _streams(api, plan, _requests(api, plan, concurrency, requests_per_stream, count()))


async def _level(api: Api, plan: ClosedPlan, concurrency: int, numbers: Iterable[int]) -> Level:
    await _streams(api, plan, _requests(api, plan, concurrency, 1, numbers))
    repeats = [await _repeat(api, plan, concurrency, numbers) for _ in range(plan.repeats)]
    return Level(concurrency, tuple(repeats))


async def _repeat(api: Api, plan: ClosedPlan, concurrency: int, numbers: Iterable[int]) -> Repeat:
    requests = _requests(api, plan, concurrency, plan.requests_per_stream, numbers)
    async with client_lag() as lag:
        kept = await _streams(api, plan, requests)
    return Repeat(tuple(tuple(timing_of(assemble(each)) for each in stream) for stream in kept), lag)


async def _streams(api: Api, plan: ClosedPlan, requests: list[list[httpx.Request]]) -> list[list[Recording]]:
    starts_s = (plan.stagger_s * number for number in range(len(requests)))
    asked = zip(requests, starts_s, strict=False)
    return await asyncio.gather(*(_stream(api, plan, own, start_s) for own, start_s in asked))


async def _stream(
    api: Api, plan: ClosedPlan, requests: list[httpx.Request], start_s: float
) -> list[Recording]:
    await asyncio.sleep(start_s)
    return [await record(api.client, request, plan.deadline_s) for request in requests]


def _requests(
    api: Api, plan: ClosedPlan, concurrency: int, each: int, numbers: Iterable[int]
) -> list[list[httpx.Request]]:
    """Built before the clock runs."""
    numbered = iter(numbers)
    return [[_request(api, plan, next(numbered)) for _ in range(each)] for _ in range(concurrency)]


def _request(api: Api, plan: ClosedPlan, number: int) -> httpx.Request:
    return api.stream_request(plan.prompts(number), max_tokens=plan.max_tokens, **plan.params)
