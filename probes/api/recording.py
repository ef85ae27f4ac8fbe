"""One request sent, its answer kept as bytes with arrival times; nothing is read into it here.

This is the hot path of the load generator: per chunk it takes the time and keeps the bytes.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import aiohttp
import httpx

from probes.api.clock import clock
from probes.api.stamped import ARRIVALS


class Ending(StrEnum):
    """How an exchange ended, as the client saw it."""

    CLOSED = "closed"
    REFUSED = "no connection"
    BROKEN = "connection lost"
    DEADLINE = "deadline passed"
    GARBLED = "not HTTP"


ENDINGS: tuple[tuple[type[Exception] | tuple[type[Exception], ...], Ending], ...] = (
    ((aiohttp.ClientConnectorError, httpx.ConnectError), Ending.REFUSED),
    (aiohttp.ServerTimeoutError, Ending.DEADLINE),
    (aiohttp.ClientResponseError, Ending.GARBLED),
    (aiohttp.ClientError, Ending.BROKEN),
    (httpx.TimeoutException, Ending.DEADLINE),
    (httpx.RemoteProtocolError, Ending.GARBLED),
)
"""What an exception of either library says about the exchange; the first row that fits."""

TROUBLES = (httpx.TransportError, aiohttp.ClientError, OSError)


@dataclass
class Recording:
    """An exchange: when it was sent (s), the status if headers came, and (arrival s, bytes) per chunk."""

    sent_s: float
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    chunks: list[tuple[float, bytes]] = field(default_factory=list)
    ending: Ending = Ending.CLOSED
    ended_s: float = 0.0
    trouble: str = ""

    @property
    def body(self) -> bytes:
        return b"".join(chunk for _, chunk in self.chunks)


async def record(client: httpx.AsyncClient, request: httpx.Request, deadline_s: float) -> Recording:
    """Send and listen until the answer ends, the connection breaks or the deadline passes: all are data."""
    kept = Recording(clock())
    try:
        async with asyncio.timeout(deadline_s):
            await _listen(client, request, kept)
    except TimeoutError:
        kept.ending, kept.trouble = Ending.DEADLINE, f"not finished after {deadline_s:g} s"
    except TROUBLES as error:
        kept.ending, kept.trouble = _ending_of(error), str(error) or type(error.__cause__ or error).__name__
    kept.ended_s = clock()
    return kept


async def _listen(client: httpx.AsyncClient, request: httpx.Request, kept: Recording) -> None:
    response = await client.send(request, stream=True)
    try:
        kept.status, kept.headers = response.status_code, dict(response.headers)
        if ARRIVALS in response.extensions:
            kept.chunks = response.extensions[ARRIVALS]
            await response.aread()
        else:
            async for chunk in response.aiter_raw():
                kept.chunks.append((clock(), chunk))
    finally:
        await response.aclose()


def _ending_of(error: Exception) -> Ending:
    """By the cause first: httpx-aiohttp 0.2 gives a lost connection and a refused one the same name."""
    seen = [each for each in (error.__cause__, error) if each is not None]
    found = (ending for each in seen for kinds, ending in ENDINGS if isinstance(each, kinds))
    return next(found, Ending.BROKEN)
