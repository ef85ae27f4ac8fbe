"""Bytes that one decoding step must read from memory, apart by what they are. All in GB (1e9 bytes)."""

from collections.abc import Iterable
from dataclasses import dataclass

from inventory.errors import NotUnderstood
from probes.roofline.config import ModelShape
from probes.roofline.tensors import EMBEDDING, EXPERT, UNREAD, Tensor

GB = 1e9


@dataclass(frozen=True)
class Traffic:
    """Per step: weights read whatever is asked, all experts' weights, and cache per token of context."""

    always_gb: float
    experts_gb: float
    active_share: float
    """Experts a token chooses over experts there are; 0 for a dense model."""
    kv_gb_per_token: float
    window_kv_gb_per_token: float
    window: int
    source: str

    def step_gb(self, streams: int = 1, context: int = 0) -> float:
        """Read per step for so many streams at so many tokens of context each.

        Streams share the weights; of the experts they touch a union that grows as if each chose at random.
        """
        touched = 1 - (1 - self.active_share) ** streams
        windowed = min(context, self.window) if self.window else context
        cache_gb = context * self.kv_gb_per_token + windowed * self.window_kv_gb_per_token
        return self.always_gb + touched * self.experts_gb + streams * cache_gb


def declared_traffic(active_gb_per_token: float) -> Traffic:
    """Where only the sum is declared: read anew in every step, whatever the streams."""
    source = "active_gb_per_token as declared"
    return Traffic(active_gb_per_token, 0.0, 0.0, 0.0, 0.0, 0, source)


def traffic_by_config(shape: ModelShape) -> Traffic:
    """From the config alone: quantised linear layers, lm_head and router as stored plain, norms left out.

    Raises NotUnderstood for latent attention (MLA), whose projections the config does not settle.
    """
    if shape.latent_width:
        remedy = "give the tensors too, or declare expect.roofline.active_gb_per_token"
        raise NotUnderstood("projections as config.json tells them", "latent attention (MLA)", remedy)
    plain = shape.plain_bytes * (_head_parameters(shape) + shape.moe_layers * shape.experts * shape.hidden)
    quantised = shape.weight_bytes * (_attention_parameters(shape) + _mlp_parameters(shape))
    experts = shape.weight_bytes * 3 * shape.hidden * shape.expert_width * shape.experts * shape.moe_layers
    return _with_cache(shape, plain + quantised, experts, "the model's config.json")


def traffic_by_tensors(shape: ModelShape, tensors: Iterable[Tensor]) -> Traffic:
    """From the stored tensors, exact in bytes: scales and unquantised layers as they are."""
    read = [tensor for tensor in tensors if not UNREAD.search(tensor.name)]
    embedding = sum(t.bytes for t in read if EMBEDDING.search(t.name)) if not shape.is_tied else 0
    experts = sum(t.bytes for t in read if EXPERT.search(t.name))
    always = sum(t.bytes for t in read) - embedding - experts
    return _with_cache(shape, always, experts, "the safetensors headers and config.json")


def _with_cache(shape: ModelShape, always: float, experts: float, source: str) -> Traffic:
    each = shape.plain_bytes * (shape.latent_width or 2 * shape.kv_heads * shape.head_dim)
    return Traffic(
        always_gb=always / GB,
        experts_gb=experts / GB,
        active_share=shape.active_experts / shape.experts if shape.experts else 0.0,
        kv_gb_per_token=shape.full_layers * each / GB,
        window_kv_gb_per_token=shape.window_layers * each / GB,
        window=shape.window,
        source=source,
    )


def _head_parameters(shape: ModelShape) -> int:
    """The output projection; the input embedding is a look-up of one row and no traffic."""
    return shape.vocabulary * shape.hidden


def _attention_parameters(shape: ModelShape) -> int:
    width = shape.heads * shape.head_dim
    queries = 2 * width if shape.is_gated_attention else width
    softmax = shape.hidden * (queries + 2 * shape.kv_heads * shape.head_dim + width)
    linear_layers = shape.layers - shape.full_layers - shape.window_layers
    return (
        softmax * (shape.full_layers + shape.window_layers)
        + linear_layers * shape.hidden * shape.linear_width
    )


def _mlp_parameters(shape: ModelShape) -> int:
    dense = shape.dense_layers * 3 * shape.hidden * shape.mlp_width
    return dense + shape.moe_layers * 3 * shape.hidden * shape.shared_expert_width
