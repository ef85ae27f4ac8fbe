"""Bad requests are refused in words, and the next good one works."""

import json

import pytest

from probes.judgements.streams import stream_faults

CHAT = "/v1/chat/completions"
HELLO = [{"role": "user", "content": "Hello"}]


async def test_unknown_model_is_refused(api):
    """A model that is not served gives 404 with a readable message.

    Remedy: another service answers at this address, or a proxy rewrites names.
    """
    reply = await api.post_raw(CHAT, json.dumps({"model": "no-such-model", "messages": HELLO}).encode())
    assert (reply.status, bool(reply.error_message)) == (404, True)


@pytest.mark.parametrize("body", [b"{", b"", b"[]", b'{"messages": 1}'], ids=["cut", "empty", "list", "type"])
async def test_malformed_request_is_refused(api, body):
    """A body that is no request gives 4xx, never 5xx.

    Remedy: report the body to the engine's project.
    """
    assert 400 <= (await api.post_raw(CHAT, body)).status < 500


async def test_good_request_works_after_bad_ones(api):
    """The engine is unharmed by what was refused.

    Remedy: see the engine's log for the request that harmed it.
    """
    await api.post_raw(CHAT, b"{")
    assert stream_faults(await api.stream(HELLO, max_tokens=8)) == ()
