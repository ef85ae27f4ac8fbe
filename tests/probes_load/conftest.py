import asyncio

import pytest

from probes.api import Api
from probes.load.mock.script import Timing
from probes.load.mock.server import Ledger, MockProtocol

TIMING = Timing(ttft_s=0.005, itl_s=0.001, tokens=8)


@pytest.fixture
async def mock_url():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: MockProtocol(TIMING, Ledger()), "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


@pytest.fixture
async def api(mock_url):
    async with Api(mock_url, model="mock") as client:
        yield client
