"""A streamed chat completion, put together from a recording."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from probes.api.recording import Ending, Recording
from probes.api.replies import (
    ChatReply,
    ToolCall,
    Usage,
    count_of,
    dict_of,
    error_message_of,
    json_of,
    list_of,
    reasoning_of,
    text_of,
    tool_call_of,
    usage_of,
)
from probes.api.sse import SseEvent, events_of

DONE = b"[DONE]"


@dataclass(frozen=True)
class StreamEvent:
    """One event: arrival (s, the recording's clock), its JSON (None: not JSON), and what it adds."""

    at_s: float
    data: bytes
    json: Any = field(repr=False)
    content: str = ""
    reasoning: str = ""
    has_tool_call: bool = False
    finish_reason: str | None = None

    @property
    def is_visible(self) -> bool:
        """Whether it carries anything a model wrote; an empty role chunk does not."""
        return bool(self.content or self.reasoning or self.has_tool_call)


@dataclass(frozen=True)
class StreamedReply:
    """All that one stream brought. Times are seconds on the recording's clock; None: never came."""

    status: int | None
    events: tuple[StreamEvent, ...]
    is_role_first: bool
    is_done_seen: bool
    content: str
    reasoning: str
    reasoning_field: str | None
    tool_calls: tuple[ToolCall, ...]
    finish_reason: str | None
    usage: Usage | None
    is_usage_last: bool
    error: str | None
    malformed_events: int
    is_cut_inside_event: bool
    ending: Ending
    trouble: str
    sent_s: float
    ended_s: float

    @property
    def visible_at_s(self) -> tuple[float, ...]:
        return tuple(event.at_s for event in self.events if event.is_visible)

    @property
    def ttft_s(self) -> float | None:
        """Seconds from sending to the first delta of any kind; None when nothing visible ever came."""
        return next((at_s - self.sent_s for at_s in self.visible_at_s), None)

    @property
    def ttft_content_s(self) -> float | None:
        """Seconds from sending to the first non-empty content delta."""
        return next((event.at_s - self.sent_s for event in self.events if event.content), None)

    def as_chat_reply(self) -> ChatReply:
        """The same answer in the shape of an unstreamed one, for judgement and comparison."""
        return ChatReply(
            content=self.content or None,
            reasoning=self.reasoning or None,
            reasoning_field=self.reasoning_field,
            finish_reason=self.finish_reason,
            tool_calls=self.tool_calls,
            usage=self.usage or Usage(),
            status=self.status or 0,
            choices=1 if any(list_of(dict_of(event.json).get("choices")) for event in self.events) else 0,
            error=self.error,
            duration_s=self.ended_s - self.sent_s,
        )


def assemble(kept: Recording) -> StreamedReply:
    """Pure: any bytes give a StreamedReply; what is missing or odd shows in its fields."""
    raw, rest = events_of(kept.chunks)
    is_done_seen = any(event.data == DONE for event in raw)
    events = tuple(_event_of(event) for event in raw if event.data != DONE)
    usages = [event for event in events if dict_of(dict_of(event.json).get("usage"))]
    return StreamedReply(
        status=kept.status,
        events=events,
        is_role_first=bool(events) and _is_role_only(events[0]),
        is_done_seen=is_done_seen,
        content="".join(event.content for event in events),
        reasoning="".join(event.reasoning for event in events),
        reasoning_field=next((reasoning_of(delta)[0] for delta in _deltas(events) if _thinks(delta)), None),
        tool_calls=_tool_calls_of(events),
        finish_reason=next((event.finish_reason for event in reversed(events) if event.finish_reason), None),
        usage=usage_of(usages[-1].json) if usages else None,
        is_usage_last=bool(usages) and usages[-1] is events[-1],
        error=_error_of(kept, raw, events),
        malformed_events=sum(not isinstance(event.json, dict) for event in events),
        is_cut_inside_event=bool(rest.strip()) and kept.status == 200,
        ending=kept.ending,
        trouble=kept.trouble,
        sent_s=kept.sent_s,
        ended_s=kept.ended_s,
    )


def _event_of(event: SseEvent) -> StreamEvent:
    body = json_of(event.data)
    choice = _first_choice_of(body)
    delta = dict_of(choice.get("delta"))
    return StreamEvent(
        at_s=event.at_s,
        data=event.data,
        json=body,
        content=text_of(delta.get("content")) or "",
        reasoning=reasoning_of(delta)[1] or "",
        has_tool_call=bool(list_of(delta.get("tool_calls"))),
        finish_reason=text_of(choice.get("finish_reason")),
    )


def _deltas(events: Sequence[StreamEvent]) -> list[dict[str, Any]]:
    return [dict_of(_first_choice_of(event.json).get("delta")) for event in events]


def _first_choice_of(body: Any) -> dict[str, Any]:
    """With n > 1 the choices' events are interleaved: those of index 0 make this reply."""
    choices = [dict_of(choice) for choice in list_of(dict_of(body).get("choices"))]
    return next((choice for choice in choices if not choice.get("index")), {})


def _thinks(delta: dict[str, Any]) -> bool:
    return reasoning_of(delta)[0] is not None


def _is_role_only(event: StreamEvent) -> bool:
    deltas = _deltas([event])
    return bool(deltas) and text_of(deltas[0].get("role")) is not None and not event.is_visible


def _tool_calls_of(events: Sequence[StreamEvent]) -> tuple[ToolCall, ...]:
    pieces: dict[int, list[ToolCall]] = {}
    for delta in _deltas(events):
        for piece in map(dict_of, list_of(delta.get("tool_calls"))):
            pieces.setdefault(count_of(piece.get("index")) or 0, []).append(tool_call_of(piece))
    return tuple(_joined(pieces[index]) for index in sorted(pieces))


def _joined(pieces: Sequence[ToolCall]) -> ToolCall:
    return ToolCall(
        id=next((piece.id for piece in pieces if piece.id), ""),
        name="".join(piece.name for piece in pieces),
        arguments="".join(piece.arguments for piece in pieces),
    )


def _error_of(kept: Recording, raw: Sequence[SseEvent], events: Sequence[StreamEvent]) -> str | None:
    if kept.status is not None and kept.status != 200:
        return error_message_of(json_of(kept.body)) or f"HTTP {kept.status}"
    named = [event.data.decode(errors="replace") for event in raw if event.event == "error"]
    bodies = [dict_of(event.json) for event in events]
    inside = [
        error_message_of(body) or str(body["error"])
        for body in bodies
        if body.get("error") or body.get("object") == "error"
    ]
    return next(iter([*inside, *named]), None)
