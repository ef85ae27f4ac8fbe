import json
import struct

import jinja2
import pytest

from launch.lab.model import TEMPLATE, WEIGHTS, manifest
from launch.lab.model.dialogue import Dialogue, asked, prompt

INDEX = json.loads((WEIGHTS / "model.safetensors.index.json").read_text())
SHARDS = sorted(WEIGHTS.glob("*.safetensors"))
WEATHER = {
    "name": "get_weather",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
}


def tensors(shard):
    data = shard.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    return header


def test_every_file_is_what_its_digest_says():
    assert manifest.digests(WEIGHTS) == manifest.read(WEIGHTS)


def test_index_names_every_tensor_in_its_shard():
    found = {name: shard.name for shard in SHARDS for name in tensors(shard)}
    assert found == INDEX["weight_map"]


def test_index_knows_the_size():
    spans = [entry["data_offsets"] for shard in SHARDS for entry in tensors(shard).values()]
    assert sum(end - start for start, end in spans) == INDEX["metadata"]["total_size"]


def test_weights_are_bf16_in_two_shards_at_least():
    assert len(SHARDS) >= 2
    assert {entry["dtype"] for shard in SHARDS for entry in tensors(shard).values()} == {"BF16"}


def test_weights_are_small_enough_to_be_committed():
    assert sum(path.stat().st_size for path in WEIGHTS.iterdir()) < 2_500_000


def test_two_ranks_can_share_the_heads():
    config = json.loads((WEIGHTS / "config.json").read_text())
    assert config["architectures"] == ["Qwen3ForCausalLM"]
    assert [config[key] % 2 for key in ("num_attention_heads", "num_key_value_heads", "vocab_size")] == [
        0,
        0,
        0,
    ]
    assert config["max_position_embeddings"] == 4096


def test_the_tags_are_tokens_that_stay_in_the_text():
    added = json.loads((WEIGHTS / "tokenizer.json").read_text())["added_tokens"]
    tags = {token["content"] for token in added if not token["special"]}
    assert tags >= {"<think>", "</think>", "<tool_call>", "</tool_call>"}


def test_template_beside_the_weights_is_the_project_s():
    assert (WEIGHTS / "chat_template.jinja").read_text() == TEMPLATE.read_text()


def test_template_opens_the_thinking():
    assert (
        prompt(asked("Hello", "", ""))
        == "<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n<think>\n"
    )


def test_template_closes_the_thinking_where_it_is_off():
    shown = prompt(Dialogue(({"role": "user", "content": "Hello"},), "", "", thinks=False))
    assert shown.endswith("<|im_start|>assistant\n<think>\n\n</think>\n\n")


@pytest.mark.parametrize("tool", [{"type": "function", "function": WEATHER}, WEATHER])
def test_template_shows_tools_by_name(tool):
    assert prompt(asked("Hello", "", "", tools=(tool,))).startswith(
        "<|im_start|>system\nTools: get_weather(city)<|im_end|>\n<|im_start|>user\n"
    )


def test_template_shows_earlier_answers_without_their_thinking():
    messages = (
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "<think>\nA greeting.\n</think>\n\nHello!"},
        {"role": "user", "content": "Who are you?"},
    )
    assert prompt(Dialogue(messages, "", "")) == (
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n"
        "<|im_start|>assistant\nHello!<|im_end|>\n<|im_start|>user\nWho are you?<|im_end|>\n"
        "<|im_start|>assistant\n<think>\n"
    )


def test_template_shows_a_call_and_what_came_back():
    called = {"function": {"name": "get_weather", "arguments": {"city": "Paris"}}}
    messages = (
        {"role": "user", "content": "Weather in Paris?"},
        {"role": "assistant", "content": None, "tool_calls": [called]},
        {"role": "tool", "content": "rain"},
    )
    assert prompt(Dialogue(messages, "", "")).split("<|im_start|>")[2:4] == [
        (
            "assistant\n<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n"
            "</tool_call><|im_end|>\n"
        ),
        "user\n<tool_response>\nrain\n</tool_response><|im_end|>\n",
    ]


@pytest.mark.parametrize(
    "messages", [[], [{"role": "user", "content": None}], [{"role": "nobody", "content": "x"}]]
)
def test_template_renders_odd_requests(messages):
    template = jinja2.Environment(undefined=jinja2.Undefined).from_string(TEMPLATE.read_text())
    assert template.render(messages=messages, add_generation_prompt=True).endswith("<think>\n")
