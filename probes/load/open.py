"""The open loop: requests come when they come (Poisson), whether or not earlier ones are answered.

All times count from the scheduled start, so that a client or a server that falls behind cannot hide it
(coordinated omission). Goodput: requests per second that met every limit.
"""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import httpx

from inventory.errors import BadInput
from probes.api.client import Api
from probes.api.clock import clock
from probes.api.recording import Recording, record
from probes.api.stream import assemble
from probes.load.client_lag import client_lag
from probes.load.figures import Figures, figures_of
from probes.load.plan import PromptSource
from probes.load.prompts import FIXED
from probes.load.statistics import Spread, spread_of
from probes.load.timing import RequestTiming, timing_of


@dataclass(frozen=True)
class Limits:
    """What a good request keeps to, in seconds; None: not asked."""

    ttft_s: float | None = None
    tpot_s: float | None = None
    e2e_s: float | None = None

    def are_met_by(self, request: RequestTiming) -> bool:
        """False for a failed request, and where a limited time is undefined."""
        pairs = (
            (self.ttft_s, request.ttft_s),
            (self.tpot_s, request.tpot_s),
            (self.e2e_s, request.e2e_s),
        )
        limited = [(limit, seen) for limit, seen in pairs if limit is not None]
        return request.fault is None and all(seen is not None and seen <= limit for limit, seen in limited)


@dataclass(frozen=True)
class OpenPlan:
    """One rate (requests per second) for a time; requests of the first `ramp_s` are sent and not counted.

    Raises BadInput for a plan that would measure nothing.
    """

    rate_s: float
    duration_s: float = 30.0
    ramp_s: float = 2.0
    limits: Limits = Limits()
    max_tokens: int = 128
    prompts: PromptSource = FIXED
    params: dict[str, Any] = field(default_factory=dict)
    deadline_s: float = 120.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not (self.rate_s > 0 and self.duration_s > 0 and self.ramp_s >= 0 and self.deadline_s > 0):
            raise BadInput("a rate and a duration above 0", repr(self), "correct the load's options")

    def schedule_s(self) -> tuple[float, ...]:
        """Offsets of the starts: exponential gaps, same for the same seed. None after the ramp: BadInput."""
        draw = random.Random(self.seed)  # noqa: S311 - a workload, not a secret
        offsets, now_s = [], draw.expovariate(self.rate_s)
        while now_s < self.ramp_s + self.duration_s:
            offsets.append(now_s)
            now_s += draw.expovariate(self.rate_s)
        if not any(offset >= self.ramp_s for offset in offsets):
            raise BadInput(
                "at least one request after the ramp", repr(self), "raise the rate or the duration"
            )
        return tuple(offsets)


@dataclass(frozen=True, kw_only=True)
class OpenRow(Figures):
    """One rate's figures. `late_s`: how much later than scheduled the client sent."""

    rate_s: float
    duration_s: float
    limits: Limits
    goodput_s: float
    good_share: float
    late_s: Spread | None

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "failed": self.failed}


async def open_loop(api: Api, plan: OpenPlan) -> OpenRow:
    """Send on schedule, wait for all answers, judge those after the ramp. Failed requests are data."""
    offsets = plan.schedule_s()
    requests = [
        api.stream_request(plan.prompts(number), max_tokens=plan.max_tokens, **plan.params)
        for number in range(len(offsets))
    ]
    async with client_lag() as lag:
        start_s = clock()
        kept = await _all_sent(api, plan, requests, [start_s + offset for offset in offsets])
    counted = [
        timing_of(assemble(each), start_s + offset)
        for each, offset in zip(kept, offsets, strict=True)
        if offset >= plan.ramp_s
    ]
    return _row_of(plan, counted, figures_of(counted, [lag]))


async def _all_sent(
    api: Api, plan: OpenPlan, requests: Sequence[httpx.Request], due_s: Sequence[float]
) -> list[Recording]:
    async with asyncio.TaskGroup() as group:
        tasks = []
        for request, start_s in zip(requests, due_s, strict=True):
            await asyncio.sleep(max(0.0, start_s - clock()))
            tasks.append(group.create_task(record(api.client, request, plan.deadline_s)))
    return [task.result() for task in tasks]


def _row_of(plan: OpenPlan, counted: Sequence[RequestTiming], figures: Figures) -> OpenRow:
    good = sum(plan.limits.are_met_by(request) for request in counted)
    return OpenRow(
        **vars(figures),
        rate_s=plan.rate_s,
        duration_s=plan.duration_s,
        limits=plan.limits,
        goodput_s=good / plan.duration_s,
        good_share=good / len(counted),
        late_s=spread_of([request.late_s for request in counted]),
    )
