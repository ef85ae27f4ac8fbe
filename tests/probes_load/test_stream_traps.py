"""Every way in which a stream can lie, against the mock that does it."""

import pytest

from probes.judgements.streams import RULES, StreamFault, stream_fault, stream_faults
from probes.load.mock.script import SCRIPTS

ASK = [{"role": "user", "content": "?"}]
EXPECTED = {
    "mock": None,
    "role_first": None,
    "several_a_chunk": None,
    "line_separators": None,
    "reasoning_only": None,
    "thinks": None,
    "error_inside": StreamFault.ERROR_EVENT,
    "no_finish_reason": StreamFault.NO_FINISH_REASON,
    "no_usage": StreamFault.NO_USAGE,
    "no_done": StreamFault.NO_DONE,
    "empty": StreamFault.EMPTY,
    "cut_off": StreamFault.CUT_OFF,
    "ended_early": StreamFault.CUT_OFF,
    "never_ends": StreamFault.NEVER_ENDED,
    "aborted": StreamFault.ABORTED,
    "no_tokens": StreamFault.NO_TOKENS,
}


@pytest.mark.parametrize(("script", "fault"), EXPECTED.items(), ids=EXPECTED)
async def test_each_trap_is_judged_right(api, script, fault):
    stream = await api.stream(ASK, model=script, max_tokens=8, timeout_s=0.3)
    assert stream_fault(stream) is fault, stream


def test_every_script_is_expected_and_every_fault_has_a_rule():
    assert set(EXPECTED) == set(SCRIPTS)
    assert {fault for fault, _ in RULES} == set(StreamFault)


async def test_an_unknown_model_is_an_http_error(api):
    stream = await api.stream(ASK, model="none such")
    assert stream_faults(stream)[0] is StreamFault.HTTP_ERROR
    assert "does not exist" in stream.error


async def test_an_early_role_chunk_is_no_token(api):
    stream = await api.stream(ASK, model="role_first")
    assert stream.ttft_s >= 0.005


async def test_several_tokens_a_chunk_are_counted_by_usage(api):
    stream = await api.stream(ASK, model="several_a_chunk", max_tokens=8)
    assert (len(stream.visible_at_s), stream.usage.completion_tokens) == (2, 8)


async def test_line_separators_arrive_unbroken(api):
    stream = await api.stream(ASK, model="line_separators", max_tokens=2)
    assert stream.content == "a\u2028b\u2029c\u0085d" * 2


async def test_reasoning_alone_has_a_ttft_and_no_ttft_of_content(api):
    stream = await api.stream(ASK, model="reasoning_only")
    assert stream.ttft_s is not None
    assert stream.ttft_content_s is None
    assert stream.as_chat_reply().finish_reason == "length"


async def test_thinking_comes_before_content(api):
    stream = await api.stream(ASK, model="thinks", max_tokens=8)
    assert stream.ttft_content_s >= stream.ttft_s
    assert [bool(event.content) for event in stream.events[1:9]] == [False] * 4 + [True] * 4
    assert stream.reasoning_field == "reasoning_content"


async def test_without_a_visible_delta_ttft_is_undefined(api):
    stream = await api.stream(ASK, model="no_tokens")
    assert stream.ttft_s is None
