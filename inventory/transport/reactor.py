"""One event loop in one background thread carries the traffic of all nodes."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


@cache
def loop() -> asyncio.AbstractEventLoop:
    """The transports' own event loop, started on first use."""
    reactor = asyncio.new_event_loop()
    threading.Thread(target=reactor.run_forever, name="firstlight-transports", daemon=True).start()
    return reactor


def call(coroutine: Coroutine[Any, Any, T]) -> T:
    """The coroutine's result, run on the transports' loop; an interrupt here cancels it there."""
    future: Future[T] = asyncio.run_coroutine_threadsafe(coroutine, loop())
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise
