"""httpx on aiohttp with the arrival of every chunk stamped where the socket is read.

Nothing wakes per chunk: the time is taken and the bytes are kept inside the protocol's callback, and the
reader wakes once, at the end of the body. Stamps do not wait for a turn of the event loop's tasks.
"""

from collections.abc import AsyncIterator
from functools import partial
from typing import cast

import aiohttp
import httpx
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import Connection
from httpx_aiohttp import AiohttpTransport
from httpx_aiohttp.transport import AiohttpResponseStream

from probes.api.clock import clock

ARRIVALS = "arrivals"
"""Name of the response extension: a list of (arrival s, bytes) that grows until the stream ends."""

Arrivals = list[tuple[float, bytes]]


class StampingHandler(ResponseHandler):
    """aiohttp's protocol, which hands every piece of a body over with the time at which it was read."""

    arrivals: Arrivals
    _stamped: aiohttp.StreamReader | None = None

    def data_received(self, data: bytes) -> None:
        if not data:
            super().data_received(data)
            return
        now_s = clock()
        super().data_received(data)
        payload = self._payload
        if payload is not self._stamped:
            self._stamped, self.arrivals = payload, []
        if payload is not None and payload.exception() is None:
            chunk = payload.read_nowait()
            if chunk:
                self.arrivals.append((now_s, chunk))

    def resume_reading(self, resume_parser: bool = True) -> None:
        """Nothing to resume unless it was paused: aiohttp asks for it after every read, and parses again."""
        if self._reading_paused:
            super().resume_reading(resume_parser)


class StampedResponse(aiohttp.ClientResponse):
    """Keeps hold of its arrivals: the connection may serve another request before they are read."""

    arrivals: Arrivals

    async def start(self, connection: Connection) -> aiohttp.ClientResponse:
        protocol = connection.protocol
        assert isinstance(protocol, StampingHandler)
        await super().start(connection)
        self.arrivals = protocol.arrivals
        return self


class StampedStream(httpx.AsyncByteStream):
    """The body, given out when it has ended."""

    def __init__(self, response: StampedResponse) -> None:
        self.response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        content = self.response.content
        trouble = content.exception()
        if trouble is not None:
            raise trouble
        await content.wait_eof()
        for _, chunk in self.response.arrivals:
            yield chunk

    async def aclose(self) -> None:
        await self.response.__aexit__(None, None, None)


class StampedTransport(AiohttpTransport):
    """httpx-aiohttp's transport; responses carry the extension ARRIVALS."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        assert isinstance(response.stream, AiohttpResponseStream)
        inner = response.stream._aiohttp_response  # noqa: SLF001 - the transport offers no other way to it
        assert isinstance(inner, StampedResponse)
        response.stream = StampedStream(inner)
        response.extensions[ARRIVALS] = inner.arrivals
        return response


class StampingConnector(aiohttp.TCPConnector):
    """No limit on connections: how many there are is the load's business."""

    def __init__(self) -> None:
        super().__init__(limit=0)
        self._factory = cast("partial[ResponseHandler]", partial(StampingHandler, loop=self._loop))


def stamping_session() -> aiohttp.ClientSession:
    """A session without cookies, proxies or limits, whose responses are stamped."""
    return aiohttp.ClientSession(
        connector=StampingConnector(),
        cookie_jar=aiohttp.DummyCookieJar(),
        response_class=StampedResponse,
        timeout=aiohttp.ClientTimeout(total=None),
    )
