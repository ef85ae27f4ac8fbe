"""Bodies as engines send them, and bodies as nobody should, are read without an error."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probes.api.recording import Ending, Recording
from probes.api.replies import ModelCard, RawReply, ToolCall, Usage, chat_reply_of, model_cards_of
from probes.api.stream import assemble

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["choices", "delta", "message", "usage", "error", "content", "tool_calls", "data"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def answered(body, status: int = 200) -> RawReply:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return RawReply(status, {}, raw, 0.1)


def completion(message: dict, finish: str = "stop", **more) -> dict:
    choices = [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}]
    return {"id": "x", "model": "tiny", "choices": choices, **more}


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
def test_both_names_of_reasoning_are_read(name):
    reply = chat_reply_of(answered(completion({"content": None, name: "hm"}, "length")))
    assert (reply.reasoning, reply.reasoning_field, reply.content) == ("hm", name, None)


def test_an_empty_name_does_not_hide_the_filled_one():
    reply = chat_reply_of(answered(completion({"reasoning": None, "reasoning_content": "hm"})))
    assert reply.reasoning_field == "reasoning_content"


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": 4, "completion_tokens": 5, "total_tokens": 9, "reasoning_tokens": 3},
        {
            "prompt_tokens": 4,
            "completion_tokens": 5,
            "total_tokens": 9,
            "completion_tokens_details": {"reasoning_tokens": 3},
        },
    ],
    ids=["sglang", "vllm"],
)
def test_usage_is_read_from_both_engines(usage):
    assert chat_reply_of(answered(completion({}, usage=usage))).usage == Usage(4, 5, 9, 3)


def test_tool_calls_are_read():
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "get_weather", "arguments": '{"city": "Oslo"}'},
    }
    reply = chat_reply_of(answered(completion({"content": None, "tool_calls": [call]}, "tool_calls")))
    assert reply.tool_calls == (ToolCall("c1", "get_weather", '{"city": "Oslo"}'),)


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "no such model", "type": "NotFoundError", "code": 404}},
        {"object": "error", "message": "no such model", "code": 404},
        {"error": "no such model"},
        {"detail": "no such model"},
    ],
    ids=["vllm", "sglang", "flat", "fastapi"],
)
def test_an_error_has_its_message_in_every_engine(body):
    assert answered(body, 404).error_message == "no such model"


def test_models_carry_their_context_length_where_told():
    body = {"object": "list", "data": [{"id": "a", "max_model_len": 4096}, {"id": "b"}, {"no": "id"}, 7]}
    assert model_cards_of(answered(body)) == (ModelCard("a", 4096), ModelCard("b", None))


@given(JSON_VALUES | st.binary())
def test_any_body_is_readable(body):
    chat_reply_of(answered(body))
    model_cards_of(answered(body))


@given(st.lists(JSON_VALUES, max_size=5), st.binary(max_size=10), st.sampled_from([None, 200, 500]))
def test_any_stream_can_be_assembled(bodies, tail, status):
    events = b"".join(b"data: " + json.dumps(body).encode() + b"\n\n" for body in bodies)
    assemble(Recording(0.0, status, {}, [(1.0, events + tail)], Ending.CLOSED, 2.0))


def test_of_several_interleaved_choices_the_first_makes_the_reply():
    pieces = [(0, "a"), (1, "x"), (1, "y"), (0, "b")]
    bodies = [{"choices": [{"index": index, "delta": {"content": text}}]} for index, text in pieces]
    events = b"".join(b"data: " + json.dumps(body).encode() + b"\n\n" for body in bodies)
    assert assemble(Recording(0.0, 200, {}, [(1.0, events)], Ending.CLOSED, 2.0)).content == "ab"


def test_streamed_tool_calls_are_joined_by_index():
    pieces = [
        {"index": 0, "id": "c1", "function": {"name": "get_weather", "arguments": ""}},
        {"index": 1, "id": "c2", "function": {"name": "add", "arguments": "{}"}},
        {"index": 0, "function": {"arguments": '{"city":'}},
        {"index": 0, "function": {"arguments": ' "Oslo"}'}},
    ]
    bodies = [{"choices": [{"delta": {"tool_calls": [piece]}}]} for piece in pieces]
    events = b"".join(b"data: " + json.dumps(body).encode() + b"\n\n" for body in bodies)
    stream = assemble(Recording(0.0, 200, {}, [(1.0, events)], Ending.CLOSED, 2.0))
    assert stream.tool_calls == (
        ToolCall("c1", "get_weather", '{"city": "Oslo"}'),
        ToolCall("c2", "add", "{}"),
    )
