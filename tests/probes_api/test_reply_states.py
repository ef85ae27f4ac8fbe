"""The three reasons for an empty content, and their neighbours, are told apart in words."""

from dataclasses import replace

import pytest

from probes.api.replies import ChatReply, ToolCall, Usage
from probes.judgements.replies import WORDS, ReplyState, classify, identity

WHOLE = ChatReply(
    content="I am Qwen3.5.",
    reasoning="Who am I?",
    reasoning_field="reasoning",
    finish_reason="stop",
    tool_calls=(),
    usage=Usage(8, 20, 28),
    status=200,
    choices=1,
)
CASES = {
    ReplyState.BOTH_FILLED: {},
    ReplyState.THINKING_RAN_OUT: {"content": None, "finish_reason": "length"},
    ReplyState.ANSWERED_ONLY: {"reasoning": None},
    ReplyState.TOOL_CALLED: {"content": None, "tool_calls": (ToolCall("c", "f", "{}"),)},
    ReplyState.THINKING_LEAKED: {"reasoning": None, "content": "Who am I?</think>I am Qwen3.5."},
    ReplyState.TOOL_CALL_LEAKED: {"content": "<tool_call><function=f></function></tool_call>"},
    ReplyState.THINKING_ONLY: {"content": None},
    ReplyState.NOTHING_VISIBLE: {"content": None, "reasoning": None},
    ReplyState.TOOL_CALL_MISSING: {"content": None, "finish_reason": "tool_calls"},
    ReplyState.NO_TOKENS: {"content": "", "reasoning": None, "usage": Usage(8, 0, 8)},
    ReplyState.ABORTED: {"finish_reason": "abort"},
    ReplyState.REFUSED: {"status": 404, "choices": 0, "error": "no such model"},
    ReplyState.SERVER_ERROR: {"status": 500, "choices": 0},
    ReplyState.MALFORMED: {"choices": 0},
}


@pytest.mark.parametrize(("state", "change"), CASES.items(), ids=str)
def test_each_state_is_recognised(state, change):
    assert classify(replace(WHOLE, **change)).state is state


def test_every_state_has_a_case_and_words():
    assert set(CASES) == set(WORDS) == set(ReplyState)


@pytest.mark.parametrize(
    "state", [ReplyState.BOTH_FILLED, ReplyState.THINKING_RAN_OUT, ReplyState.TOOL_CALLED]
)
def test_what_is_right_has_no_fault(state):
    assert classify(replace(WHOLE, **CASES[state])).fault == ""


def test_thinking_cut_off_inside_content_is_a_leak_though_no_tag_came():
    cut = replace(WHOLE, content="Okay, the user asks who I", reasoning=None, finish_reason="length")
    assert classify(cut).state is ReplyState.THINKING_LEAKED


def test_the_same_is_an_answer_where_no_parser_is_declared():
    cut = replace(WHOLE, content="I am a mod", reasoning=None, finish_reason="length")
    assert classify(cut, thinks=False).fault == ""


def test_a_fault_says_what_was_seen_and_what_to_do():
    fault = classify(replace(WHOLE, **CASES[ReplyState.THINKING_LEAKED])).fault
    assert "parser is off" in fault
    assert "</think>" in fault
    assert "start the engine" in fault


@pytest.mark.parametrize("name", ["Qwen3.5", "qwen 3.5", "QWEN-3.5"])
def test_identity_is_a_matter_of_the_name_not_its_spelling(name):
    assert identity(WHOLE, name).fault == ""


def test_another_model_under_the_right_name_is_found():
    assert "does not name Qwen3.5" in identity(replace(WHOLE, content="I am GLM."), "Qwen3.5").fault


def test_the_name_in_the_thinking_alone_does_not_count():
    other = replace(WHOLE, content="I am GLM.", reasoning="Qwen3.5?")
    assert not identity(other, "Qwen3.5").is_right


def test_without_an_answer_there_is_no_name_to_judge():
    ran_out = replace(WHOLE, content=None, finish_reason="length")
    assert identity(ran_out, "Qwen3.5").state is ReplyState.THINKING_RAN_OUT
