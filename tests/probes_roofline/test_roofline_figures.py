"""The roof reproduces what is known: the operators' pair, a real H200, and small models by hand."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.errors import CannotTell, NotUnderstood
from probes.roofline import declared_roof, roof_of, shape_of, traffic_by_config, traffic_by_tensors
from probes.roofline.tensors import Tensor, header_bytes, tensors_of

MOE_122B_FP8 = {
    # Published: 48 layers, 12 of them with full attention, 256 experts (8 and 1 shared per token), a
    # vocabulary of 248,320; the widths follow the family and give 122 B in all, 10 B active.
    "architectures": ["Qwen3_5MoeForConditionalGeneration"],
    "quantization_config": {"quant_method": "fp8"},
    "text_config": {
        "dtype": "bfloat16",
        "hidden_size": 3072,
        "num_hidden_layers": 48,
        "vocab_size": 248320,
        "num_attention_heads": 32,
        "num_key_value_heads": 2,
        "head_dim": 256,
        "attn_output_gate": True,
        "full_attention_interval": 4,
        "linear_num_key_heads": 16,
        "linear_key_head_dim": 128,
        "linear_num_value_heads": 64,
        "linear_value_head_dim": 128,
        "num_experts": 256,
        "num_experts_per_tok": 8,
        "moe_intermediate_size": 1024,
        "shared_expert_intermediate_size": 1024,
    },
}
DENSE = {
    "hidden_size": 8,
    "num_hidden_layers": 2,
    "vocab_size": 10,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
    "intermediate_size": 16,
    "torch_dtype": "bfloat16",
}
DENSE_LAYER = 8 * (8 + 4 + 4 + 8) + 3 * 8 * 16


def test_the_pair_of_sparks_from_the_declared_figure():
    roof = declared_roof(10, devices=2, gpu_model="NVIDIA GB10")
    assert roof.tok_s() == pytest.approx(54.6)
    assert roof.sentence(measured_tok_s=27) == (
        "A decoding step reads 10 GB, 5 GB on each of 2 devices (active_gb_per_token as declared); "
        "273 GB/s (data sheet of NVIDIA GB10) allow 54.6 tok/s, and 27 were measured: 49% of the roof."
    )


def test_the_pair_of_sparks_from_the_models_config():
    traffic = traffic_by_config(shape_of(MOE_122B_FP8))
    assert traffic.step_gb() == pytest.approx(10, rel=0.05)
    assert roof_of(traffic, devices=2, declared_bandwidth_gb_s=273).tok_s() == pytest.approx(54, rel=0.05)


def test_a_real_h200_stays_under_its_roof():
    assert declared_roof(14, devices=1, gpu_model="NVIDIA H200").tok_s() == pytest.approx(343, rel=0.01)


def test_a_dense_model_reads_all_but_its_embedding():
    traffic = traffic_by_config(shape_of(DENSE))
    assert traffic.step_gb() * 1e9 == pytest.approx(2 * (2 * DENSE_LAYER + 10 * 8))


def test_the_cache_is_read_at_its_length_by_every_stream():
    traffic = traffic_by_config(shape_of(DENSE))
    cache = traffic.step_gb(streams=3, context=100) - traffic.step_gb(streams=3)
    assert cache * 1e9 == pytest.approx(3 * 100 * 2 * (2 * 1 * 4) * 2)


def test_a_window_ends_the_caches_growth():
    windowed = {**DENSE, "layer_types": ["full_attention", "sliding_attention"], "sliding_window": 10}
    traffic = traffic_by_config(shape_of(windowed))
    grown = traffic.step_gb(context=1000) - traffic.step_gb(context=100)
    assert grown * 1e9 == pytest.approx(900 * (2 * 1 * 4) * 2)


@pytest.mark.parametrize(
    ("quantisation", "bytes_per_parameter"),
    [
        (None, 2.0),
        ({"quant_method": "fp8"}, 1.0),
        ({"quant_method": "gptq", "bits": 4}, 0.5),
        ({"quant_method": "awq", "w_bit": 4}, 0.5),
        ({"quant_method": "compressed-tensors", "config_groups": {"a": {"weights": {"num_bits": 8}}}}, 1.0),
    ],
)
def test_quantisation_is_read_from_the_config(quantisation, bytes_per_parameter):
    assert shape_of({**DENSE, "quantization_config": quantisation}).weight_bytes == bytes_per_parameter


def test_many_streams_touch_more_experts_but_never_more_than_all():
    traffic = traffic_by_config(shape_of(MOE_122B_FP8))
    steps = [traffic.step_gb(streams) for streams in (1, 2, 16, 10_000)]
    assert steps == sorted(steps)
    assert steps[-1] == pytest.approx(traffic.always_gb + traffic.experts_gb)


def test_stored_tensors_are_read_apart_by_what_they_are():
    moe = {**DENSE, "num_experts": 4, "num_experts_per_tok": 1, "moe_intermediate_size": 16}
    tensors = [
        Tensor("model.embed_tokens.weight", 1000),
        Tensor("model.layers.0.mlp.experts.3.up_proj.weight", 400),
        Tensor("model.layers.0.mlp.shared_expert.up_proj.weight", 30),
        Tensor("lm_head.weight", 2),
        Tensor("mtp.layers.0.mlp.experts.3.up_proj.weight", 5000),
        Tensor("model.visual.blocks.0.attn.qkv.weight", 5000),
    ]
    assert traffic_by_tensors(shape_of(moe), tensors).step_gb() * 1e9 == pytest.approx(100 + 30 + 2)


def test_a_tied_embedding_is_read_as_the_output_projection():
    tied = shape_of({**DENSE, "tie_word_embeddings": True})
    assert traffic_by_tensors(tied, [Tensor("model.embed_tokens.weight", 10)]).step_gb() * 1e9 == 10


def test_latent_attention_needs_the_tensors():
    mla = shape_of({**DENSE, "kv_lora_rank": 512, "qk_rope_head_dim": 64})
    with pytest.raises(NotUnderstood, match="MLA"):
        traffic_by_config(mla)
    assert traffic_by_tensors(mla, []).kv_gb_per_token * 1e9 == pytest.approx(2 * 576 * 2)


def test_a_config_of_no_decoder_is_not_understood():
    with pytest.raises(NotUnderstood, match="hidden_size"):
        shape_of({"model_type": "whisper"})


def test_an_unknown_device_cannot_be_told():
    with pytest.raises(CannotTell, match="memory_bandwidth_gb_s"):
        declared_roof(10, devices=1, gpu_model="NVIDIA Imaginary")


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_no_header(header):
    for parser in (tensors_of, header_bytes):
        try:
            parser(header)
        except NotUnderstood:
            continue


def test_a_header_lists_its_tensors():
    header = {"__metadata__": {"format": "pt"}, "a": {"dtype": "BF16", "shape": [2], "data_offsets": [4, 8]}}
    assert tensors_of(json.dumps(header).encode()) == (Tensor("a", 4),)
