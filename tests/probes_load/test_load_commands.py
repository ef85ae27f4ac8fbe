"""The commands' words and exit statuses."""

import asyncio
import json
import threading

import pytest
from typer.testing import CliRunner

from probes.__main__ import app
from probes.load.mock.script import Timing
from probes.load.mock.server import Ledger, MockProtocol

FEW = ["--concurrency", "1", "--max-tokens", "4", "--requests", "1", "--no-check-client"]


@pytest.fixture(scope="module")
def url():
    """The mock in a thread of its own: the commands run an event loop of theirs."""
    loop = asyncio.new_event_loop()
    timing = Timing(0.002, 0.001, 4)

    async def listen():
        return await loop.create_server(lambda: MockProtocol(timing, Ledger()), "127.0.0.1", 0)

    server = loop.run_until_complete(listen())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    loop.call_soon_threadsafe(server.close)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()


def ran(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


def test_a_measured_load_exits_0(url):
    result = ran("load", url, "--model", "mock", *FEW, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["throughput"][0]["concurrency"] == 1


def test_failed_streams_exit_1_and_say_why(url):
    result = ran("load", url, "--model", "error_inside", *FEW)
    assert result.exit_code == 1
    assert "engine died" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--concurrency", "1,x"),
        ("--concurrency", "0"),
        ("--repeats", "2"),
        ("--key-env", "NO_SUCH_VARIABLE"),
        ("--prompt-file", "/none"),
        ("--prompt-file", "/none", "--prompt-words", "3"),
        (),
    ],
    ids=str,
)
def test_what_cannot_be_meant_exits_2(url, arguments):
    result = ran("load", url, *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: wanted ")


@pytest.mark.parametrize("command", [("load",), ("load-open", "--rate", "1")], ids=str)
def test_no_server_exits_6(command):
    result = ran(command[0], "http://127.0.0.1:9", "--model", "m", *command[1:])
    assert result.exit_code == 6


def test_an_open_load_says_its_goodput(url):
    options = ["--rate", "50", "--duration-s", "0.2", "--ramp-s", "0", "--max-tokens", "4", "--json"]
    result = ran("load-open", url, "--model", "mock", *options)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["open_loop"][0]["good_share"] == 1.0


@pytest.mark.parametrize(
    "arguments",
    [
        ("--active-gb", "10", "--gpu", "NVIDIA GB10", "--tensor-parallel", "2"),
        ("--active-gb", "10", "--bandwidth-gb-s", "273", "--tensor-parallel", "2"),
    ],
    ids=str,
)
def test_the_roofline_is_a_sentence(arguments):
    assert "allow 54.6 tok/s" in ran("roofline", *arguments).stdout


@pytest.mark.parametrize(
    ("arguments", "status"),
    [((), 2), (("--active-gb", "10"), 6), (("/none", "--gpu", "NVIDIA GB10"), 2)],
    ids=str,
)
def test_a_roofline_without_its_parts_says_what_is_missing(arguments, status):
    assert ran("roofline", *arguments).exit_code == status
