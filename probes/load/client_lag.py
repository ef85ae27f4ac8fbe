"""How busy the client itself was: its event loop's lag, and its share of one core."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from probes.api.clock import clock
from probes.load.statistics import Spread, spread_of

BEAT_S = 0.02


@dataclass
class ClientLag:
    """Lags (s) of a beat every 20 ms, the CPU seconds this process used, and the wall seconds it took."""

    lags_s: list[float] = field(default_factory=list)
    cpu_s: float = 0.0
    wall_s: float = 0.0

    @property
    def spread(self) -> Spread | None:
        return spread_of(self.lags_s)

    @property
    def cpu_share(self) -> float:
        """CPU seconds per wall second: near 1, one event loop has nothing left."""
        return self.cpu_s / self.wall_s if self.wall_s else 0.0


@asynccontextmanager
async def client_lag() -> AsyncIterator[ClientLag]:
    """Measure the running loop during the block; the garbage collector rests meanwhile."""
    lag = ClientLag()
    gc.collect()
    gc.disable()
    start_s, start_cpu_s = clock(), time.process_time()
    beat = asyncio.create_task(_beat(lag.lags_s))
    try:
        yield lag
    finally:
        lag.wall_s, lag.cpu_s = clock() - start_s, time.process_time() - start_cpu_s
        gc.enable()
        beat.cancel()


async def _beat(lags_s: list[float]) -> None:
    while True:
        due_s = clock() + BEAT_S
        await asyncio.sleep(BEAT_S)
        lags_s.append(clock() - due_s)
