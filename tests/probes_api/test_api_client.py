"""The client against real sockets on loopback."""

import asyncio
import logging

import pytest

from inventory.errors import BadInput, TimedOut, Unreachable
from probes.api import Api, Ending

ASK = [{"role": "user", "content": "Who are you?"}]


async def test_health_version_and_models_are_read(api):
    assert (await api.health()).status == 200
    assert await api.version() == "mock"
    assert (await api.models())[0].max_model_len == 4096


async def test_a_chat_reply_is_whole(api):
    reply = await api.chat(ASK, max_tokens=3)
    assert (reply.content, reply.finish_reason, reply.usage.completion_tokens) == (" word" * 3, "stop", 3)


async def test_a_stream_says_the_same_as_the_whole_reply(api):
    stream = await api.stream(ASK, max_tokens=5)
    assert stream.content == (await api.chat(ASK, max_tokens=5)).content


async def test_a_stream_is_known_in_all_its_parts(api):
    stream = await api.stream(ASK)
    assert stream.is_role_first
    assert stream.is_done_seen
    assert stream.is_usage_last
    assert stream.ending is Ending.CLOSED
    assert stream.ttft_s >= 0.004


async def test_an_error_status_is_an_answer(api):
    reply = await api.chat(ASK, model="none such")
    assert (reply.status, reply.error) == (404, "The model `none such` does not exist.")


async def test_raw_bytes_are_sent_as_they_are(api):
    assert (await api.post_raw("/nowhere", b"\xff")).status == 404


async def test_a_server_that_never_answers_times_out(silent_url):
    async with Api(silent_url, model="m") as api:
        with pytest.raises(TimedOut, match="deadline"):
            await api.chat(ASK, timeout_s=0.05)


@pytest.mark.parametrize("transport", ["aiohttp", "httpx"])
async def test_a_client_whose_deadline_passes_hangs_up(hang_ups, transport):
    url, hung_up = hang_ups
    async with Api(url, transport=transport) as api:
        await api.stream(ASK, timeout_s=0.05)
        await asyncio.wait_for(hung_up.wait(), 5)


async def test_a_stream_that_never_ends_is_data(api):
    stream = await api.stream(ASK, model="never_ends", timeout_s=0.2)
    assert stream.ending is Ending.DEADLINE


@pytest.mark.parametrize("transport", ["aiohttp", "httpx"])
async def test_a_closed_port_is_unreachable_in_clear_words(transport):
    async with Api("http://127.0.0.1:9", transport=transport) as api:
        with pytest.raises(Unreachable, match="no connection") as caught:
            await api.health()
    assert caught.value.rung == "api"


@pytest.mark.parametrize("transport", ["aiohttp", "httpx"])
@pytest.mark.parametrize(
    ("answer", "words"),
    [(b"", "lost|not HTTP"), (b"SSH-2.0-OpenSSH_9.2\r\n", "not HTTP")],
    ids=["hangs up", "ssh"],
)
async def test_what_does_not_speak_http_is_unreachable(serve, transport, answer, words):
    async with serve(answer) as url, Api(url, transport=transport) as api:
        with pytest.raises(Unreachable, match=words):
            await api.health()


@pytest.mark.parametrize(
    "address", ["", "localhost:8000", "ftp://x", "http://", "http://x:y", "http://u:secret@x:1", "http://x:0"]
)
def test_an_address_that_cannot_be_used_is_said_so(address):
    with pytest.raises(BadInput) as caught:
        Api(address)
    assert "u:secret" not in str(caught.value)


@pytest.mark.parametrize("suffix", ["", "/", "/v1", "/v1/"])
def test_v1_may_stand_in_the_address_or_not(suffix):
    assert Api(f"http://localhost:8000{suffix}").address == "http://localhost:8000"


def test_an_unknown_transport_is_bad_input():
    with pytest.raises(BadInput, match="aiohttp, httpx"):
        Api("http://x:1", transport="carrier pigeon")


async def test_the_key_is_nowhere_to_be_seen(caplog):
    caplog.set_level(logging.DEBUG)
    async with Api("http://127.0.0.1:9", key="sk-very-secret") as api:
        with pytest.raises(Unreachable) as caught:
            await api.health()
        shown = f"{api!r} {vars(api)} {caught.value!r} {caught.value.__cause__!r} {caplog.text}"
    assert "sk-very-secret" not in shown


def test_a_key_with_a_line_end_is_refused_without_showing_it():
    with pytest.raises(BadInput) as caught:
        Api("http://x:1", key="sk-secret\n")
    assert "sk-secret" not in str(caught.value)
