"""One event loop in one background thread carries the traffic of all nodes."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


_starting = threading.Lock()


def loop() -> asyncio.AbstractEventLoop:
    """The transports' own event loop, started on first use; the same one for every thread."""
    with _starting:
        return _started()


@cache
def _started() -> asyncio.AbstractEventLoop:
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
