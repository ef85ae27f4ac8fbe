"""A model's shape from its own config.json (Hugging Face), as far as decoding reads it.

Names are those of transformers' configurations: Llama, Mistral, Qwen2 to Qwen3.5 (dense, MoE, hybrid with
Gated DeltaNet), DeepSeek (MLA), GLM, gpt-oss. A multimodal config holds the same under `text_config`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inventory.errors import NotUnderstood

BYTES_PER_PARAMETER = {"float32": 4.0, "bfloat16": 2.0, "float16": 2.0}
"""By `dtype` (older: `torch_dtype`)."""

BITS_BY_METHOD = {"fp8": 8.0, "mxfp4": 4.25, "fbgemm_fp8": 8.0}
"""By `quantization_config.quant_method`; mxfp4: 4 bits and one 8-bit scale for 32 values."""


@dataclass(frozen=True)
class ModelShape:
    """Counts and widths (of elements) that decide what one decoding step reads."""

    hidden: int
    layers: int
    vocabulary: int
    heads: int
    kv_heads: int
    head_dim: int
    is_tied: bool
    mlp_width: int
    experts: int
    active_experts: int
    expert_width: int
    shared_expert_width: int
    dense_layers: int
    full_layers: int
    window_layers: int
    window: int
    linear_width: int
    """Elements per hidden unit of one linear-attention layer's projections; 0 without such layers."""
    latent_width: int
    """MLA: kv_lora_rank + qk_rope_head_dim, what one token adds to the cache per layer; else 0."""
    is_gated_attention: bool
    weight_bytes: float
    """Bytes per parameter of the quantised linear layers, scales left out."""
    plain_bytes: float
    """Bytes per parameter of what is not quantised (lm_head, norms, cache)."""

    @property
    def moe_layers(self) -> int:
        return self.layers - self.dense_layers if self.experts else 0


def shape_of(config: Mapping[str, Any]) -> ModelShape:
    """Raises NotUnderstood when the config lacks what every decoder has."""
    text = {**config, **(config.get("text_config") or {})}
    required = ("hidden_size", "num_hidden_layers", "vocab_size", "num_attention_heads")
    missing = [name for name in required if not _count(text, name)]
    if missing:
        seen = f"none of {', '.join(missing)}"
        raise NotUnderstood("a decoder's config.json", seen, "declare expect.roofline.active_gb_per_token")
    full, window = _attention_layers(text)
    experts = _count(text, "num_experts", "n_routed_experts", "num_local_experts")
    heads = _count(text, "num_attention_heads")
    return ModelShape(
        hidden=_count(text, "hidden_size"),
        layers=_count(text, "num_hidden_layers"),
        vocabulary=_count(text, "vocab_size"),
        heads=heads,
        kv_heads=_count(text, "num_key_value_heads") or heads,
        head_dim=_count(text, "head_dim") or _count(text, "hidden_size") // heads,
        is_tied=bool(text.get("tie_word_embeddings", False)),
        mlp_width=_count(text, "intermediate_size"),
        experts=experts,
        active_experts=_count(text, "num_experts_per_tok", "experts_per_token"),
        expert_width=_count(text, "moe_intermediate_size") or _count(text, "intermediate_size"),
        shared_expert_width=_shared_width(text),
        dense_layers=_dense_layers(text) if experts else _count(text, "num_hidden_layers"),
        full_layers=full,
        window_layers=window,
        window=_count(text, "sliding_window"),
        linear_width=_linear_width(text),
        latent_width=_latent_width(text),
        is_gated_attention=bool(text.get("attn_output_gate", False)),
        weight_bytes=_weight_bytes(text),
        plain_bytes=_plain_bytes(text),
    )


def _count(text: Mapping[str, Any], *names: str) -> int:
    """The first of the names that holds a positive whole number; 0 when none does."""
    values = (text.get(name) for name in names)
    return next((v for v in values if isinstance(v, int) and not isinstance(v, bool) and v > 0), 0)


def _attention_layers(text: Mapping[str, Any]) -> tuple[int, int]:
    """How many layers cache the whole context, and how many a window of it."""
    layers = _count(text, "num_hidden_layers")
    kinds = text.get("layer_types")
    if isinstance(kinds, list):
        return kinds.count("full_attention"), kinds.count("sliding_attention")
    interval = _count(text, "full_attention_interval")
    return (layers // interval if interval else layers), 0


def _dense_layers(text: Mapping[str, Any]) -> int:
    """Layers of a MoE model whose MLP is dense: the first k (DeepSeek), or those named (Qwen)."""
    named = text.get("mlp_only_layers")
    return _count(text, "first_k_dense_replace") + (len(named) if isinstance(named, list) else 0)


def _shared_width(text: Mapping[str, Any]) -> int:
    own = _count(text, "shared_expert_intermediate_size")
    return own or _count(text, "n_shared_experts") * _count(text, "moe_intermediate_size")


def _linear_width(text: Mapping[str, Any]) -> int:
    """Gated DeltaNet: q and k, v, the gate z, a and b in; v out (transformers' qwen3_next, qwen3_5)."""
    key = _count(text, "linear_num_key_heads") * _count(text, "linear_key_head_dim")
    value_heads = _count(text, "linear_num_value_heads")
    value = value_heads * _count(text, "linear_value_head_dim")
    return 2 * key + 3 * value + 2 * value_heads if value else 0


def _latent_width(text: Mapping[str, Any]) -> int:
    rank = _count(text, "kv_lora_rank")
    return rank + _count(text, "qk_rope_head_dim") if rank else 0


def _plain_bytes(text: Mapping[str, Any]) -> float:
    return BYTES_PER_PARAMETER.get(str(text.get("dtype") or text.get("torch_dtype")), 2.0)


def _weight_bytes(text: Mapping[str, Any]) -> float:
    quantised = text.get("quantization_config") or {}
    method = str(quantised.get("quant_method", ""))
    bits = BITS_BY_METHOD.get(method) or _count(quantised, "bits", "w_bit") or _group_bits(quantised)
    return bits / 8 if bits else _plain_bytes(text)


def _group_bits(quantised: Mapping[str, Any]) -> int:
    """compressed-tensors: the weights' bits of the first group."""
    groups = quantised.get("config_groups") or {}
    weights = [(group or {}).get("weights") or {} for group in groups.values()]
    return next((_count(each, "num_bits") for each in weights), 0)
