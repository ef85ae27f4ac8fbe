"""What differs from engine to engine behind the same OpenAI-compatible interface: one row each.

Sources: vLLM 0.32 as run (LOAD_FACTS of the project's measurements), its metrics page and serving
protocol; SGLang 0.5.23 as read in its source. Only what was seen stands here.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class EngineProfile:
    """Paths, names and habits of one engine's HTTP interface."""

    kind: str
    health_path: str
    version_path: str
    version_field: str
    reasoning_fields: tuple[str, ...]
    error_message_path: tuple[str, ...]
    metrics_prefix: str
    running_metric: str
    ttft_histogram: str
    are_metrics_always_on: bool
    does_health_generate: bool
    unknown_model_status: int | None
    """None: not known for this engine; then any 4xx is right."""


REASONING_FIELDS = ("reasoning", "reasoning_content")
"""Both spellings: vLLM renamed reasoning_content to reasoning, SGLang keeps the older one."""

PROFILES: dict[str, EngineProfile] = {
    "vllm": EngineProfile(
        kind="vllm",
        health_path="/health",
        version_path="/version",
        version_field="version",
        reasoning_fields=REASONING_FIELDS,
        error_message_path=("error", "message"),
        metrics_prefix="vllm:",
        running_metric="vllm:num_requests_running",
        ttft_histogram="vllm:time_to_first_token_seconds",
        are_metrics_always_on=True,
        does_health_generate=False,
        unknown_model_status=404,
    ),
    "sglang": EngineProfile(
        kind="sglang",
        health_path="/health",
        version_path="/server_info",
        version_field="version",
        reasoning_fields=("reasoning_content",),
        error_message_path=("message",),
        metrics_prefix="sglang:",
        running_metric="sglang:num_running_reqs",
        ttft_histogram="sglang:time_to_first_token_seconds",
        are_metrics_always_on=False,
        does_health_generate=True,
        unknown_model_status=None,
    ),
}
