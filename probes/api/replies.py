"""What a server answered, as data: any body is readable, whatever it lacks is None. Nothing raises here."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from probes.api.profiles import REASONING_FIELDS


@dataclass(frozen=True)
class ModelCard:
    """One model as listed; the context length in tokens where the engine tells it."""

    id: str
    max_model_len: int | None


@dataclass(frozen=True)
class Usage:
    """Token counts as the server reports them; None where it does not."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    total_tokens: int | None = None
    reasoning_tokens: int | None = None


@dataclass(frozen=True)
class ToolCall:
    """A call as the model made it; `arguments` is the text it wrote, JSON or not."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class RawReply:
    """Status, headers (lower-case names) and body bytes of one HTTP exchange that took `duration_s`."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    duration_s: float

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")

    @property
    def json(self) -> Any:
        """The parsed body; None when it is not JSON."""
        return json_of(self.body)

    @property
    def error_message(self) -> str | None:
        """The server's own words for an error, wherever this engine puts them; None without any."""
        return error_message_of(self.json)


@dataclass(frozen=True)
class ChatReply:
    """A whole chat completion (its first choice), or what came in place of one."""

    content: str | None
    reasoning: str | None
    reasoning_field: str | None
    finish_reason: str | None
    tool_calls: tuple[ToolCall, ...]
    usage: Usage
    status: int
    model: str | None = None
    choices: int = 0
    error: str | None = None
    duration_s: float = 0.0
    raw: Any = field(default=None, repr=False)

    @property
    def is_completion(self) -> bool:
        return self.status == 200 and self.choices > 0


def json_of(body: bytes) -> Any:
    """The JSON value of the bytes, or None when they are none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def dict_of(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def text_of(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def count_of(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def error_message_of(body: Any) -> str | None:
    """`error.message` (vLLM), `error` as a text, `message` (SGLang's flat body) or `detail` (FastAPI)."""
    whole = dict_of(body)
    nested = dict_of(whole.get("error")).get("message")
    places = (nested, whole.get("error"), whole.get("message"), whole.get("detail"))
    return next((text for text in map(text_of, places) if text is not None), None)


def usage_of(body: Any) -> Usage:
    usage = dict_of(dict_of(body).get("usage"))
    details = dict_of(usage.get("completion_tokens_details"))
    reasoning = details.get("reasoning_tokens", usage.get("reasoning_tokens"))
    return Usage(
        count_of(usage.get("prompt_tokens")),
        count_of(usage.get("completion_tokens")),
        count_of(usage.get("total_tokens")),
        count_of(reasoning),
    )


def reasoning_of(message: dict[str, Any]) -> tuple[str | None, str | None]:
    """The name of the field that holds the thinking, and the thinking; filled fields before empty ones."""
    present = [(name, text_of(message.get(name))) for name in REASONING_FIELDS]
    filled = [(name, text) for name, text in present if text]
    return filled[0] if filled else (None, None)


def tool_call_of(value: Any) -> ToolCall:
    call = dict_of(value)
    function = dict_of(call.get("function"))
    return ToolCall(
        text_of(call.get("id")) or "",
        text_of(function.get("name")) or "",
        text_of(function.get("arguments")) or "",
    )


def chat_reply_of(reply: RawReply) -> ChatReply:
    """The first choice of a chat completion, read from any HTTP answer."""
    body = dict_of(reply.json)
    choices = list_of(body.get("choices"))
    choice = dict_of(choices[0]) if choices else {}
    message = dict_of(choice.get("message"))
    name, reasoning = reasoning_of(message)
    return ChatReply(
        content=text_of(message.get("content")),
        reasoning=reasoning,
        reasoning_field=name,
        finish_reason=text_of(choice.get("finish_reason")),
        tool_calls=tuple(tool_call_of(call) for call in list_of(message.get("tool_calls"))),
        usage=usage_of(body),
        status=reply.status,
        model=text_of(body.get("model")),
        choices=len(choices),
        error=error_message_of(body),
        duration_s=reply.duration_s,
        raw=reply.json,
    )


def model_cards_of(reply: RawReply) -> tuple[ModelCard, ...]:
    """The listed models; none when the body is not a model list."""
    entries = [dict_of(entry) for entry in list_of(dict_of(reply.json).get("data"))]
    return tuple(
        ModelCard(entry["id"], count_of(entry.get("max_model_len")))
        for entry in entries
        if text_of(entry.get("id"))
    )
