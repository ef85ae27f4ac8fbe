import asyncio
from contextlib import asynccontextmanager

import pytest

from probes.api import Api
from probes.load.mock.script import Timing
from probes.load.mock.server import Ledger, MockProtocol


@asynccontextmanager
async def listening(protocol):
    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


@pytest.fixture
async def mock_url():
    timing = Timing(ttft_s=0.005, itl_s=0.001, tokens=8)
    async with listening(lambda: MockProtocol(timing, Ledger())) as url:
        yield url


@pytest.fixture(params=["aiohttp", "httpx"])
async def api(mock_url, request):
    async with Api(mock_url, transport=request.param, model="mock") as client:
        yield client


@pytest.fixture
def serve():
    """A server that answers every connection's first bytes with these, then closes."""

    class Fixed(asyncio.Protocol):
        answer = b""

        def connection_made(self, transport):
            self.transport = transport

        def data_received(self, _data):
            self.transport.write(self.answer)
            self.transport.close()

    return lambda answer: listening(type("Answering", (Fixed,), {"answer": answer}))


@pytest.fixture
async def hang_ups():
    """A server that sends the start of a stream and no more, and an event that says its client left."""
    hung_up = asyncio.Event()

    class Starting(asyncio.Protocol):
        def connection_made(self, transport):
            self.transport = transport

        def data_received(self, _data):
            self.transport.write(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\ndata: \r\n")

        def connection_lost(self, _exc):
            hung_up.set()

    async with listening(Starting) as url:
        yield url, hung_up


@pytest.fixture
async def silent_url():
    async with listening(asyncio.Protocol) as url:
        yield url
