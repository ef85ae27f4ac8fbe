"""What the mock answers: a script of pieces, each due at an offset, per request. Pure.

The model's name in the request chooses the script, so that one server holds the plain case and all traps.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

STAMP = b"@@@@@@@@@@@@@@@@@"
"""Place of the send time in a piece's bytes: as wide as `%017.6f`, so that frames keep their length."""


class End(StrEnum):
    """What happens after the last piece."""

    WHOLE = "body ended"
    CUT = "connection closed inside the body"
    NEVER = "connection held open"


@dataclass(frozen=True)
class Timing:
    """True times in seconds: to the first token, then between events; `tokens` if the request names none."""

    ttft_s: float = 0.05
    itl_s: float = 0.01
    tokens: int = 64


@dataclass(frozen=True)
class Piece:
    """One event: seconds after the request when it is due, and its bytes (STAMP is filled when sent)."""

    after_s: float
    data: bytes


@dataclass(frozen=True)
class Script:
    """The pieces of one answer, and how it ends."""

    pieces: tuple[Piece, ...]
    end: End = End.WHOLE


def event(body: dict[str, Any] | str) -> bytes:
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return b"data: " + text.encode() + b"\n\n"


def delta(finish: str | None = None, **fields: Any) -> bytes:
    choice = {"index": 0, "delta": fields, "finish_reason": finish}
    chunk = {"id": "mock-1", "object": "chat.completion.chunk", "created": 0, "model": "mock"}
    return event({**chunk, "choices": [choice], "sent_s": STAMP.decode()})


def usage(tokens: int) -> bytes:
    return event({"id": "mock-1", "object": "chat.completion.chunk", "choices": [], "usage": counts(tokens)})


def counts(tokens: int) -> dict[str, int]:
    return {"prompt_tokens": 8, "completion_tokens": tokens, "total_tokens": 8 + tokens}


def completion(model: str, tokens: int) -> dict[str, Any]:
    """The unstreamed answer of the plain script."""
    message = {"role": "assistant", "content": " word" * tokens}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    named = {"id": "mock-1", "object": "chat.completion", "created": 0, "model": model}
    return {**named, "choices": [choice], "usage": counts(tokens)}


DONE = event("[DONE]")


def plain(timing: Timing, tokens: int, *, field: str = "content", text: str = " word") -> Script:
    """Role with the first token (as vLLM does), one token an event, finish_reason, usage, [DONE]."""
    first = Piece(timing.ttft_s, delta(role="assistant", content=""))
    words = [Piece(timing.ttft_s + n * timing.itl_s, delta(**{field: text})) for n in range(tokens)]
    last_s = timing.ttft_s + (tokens - 1) * timing.itl_s
    tail = [Piece(last_s, part) for part in (delta("stop"), usage(tokens), DONE)]
    return Script((first, *words, *tail))


def _role_first(timing: Timing, tokens: int) -> Script:
    whole = plain(timing, tokens)
    return Script((replace(whole.pieces[0], after_s=0.0), *whole.pieces[1:]))


def _several_a_chunk(timing: Timing, tokens: int) -> Script:
    whole = plain(timing, tokens)
    words, tail = whole.pieces[1:-3], whole.pieces[-3:]
    return Script((whole.pieces[0], *words[::4], *tail))


def _line_separators(timing: Timing, tokens: int) -> Script:
    return plain(timing, tokens, text="a\u2028b\u2029c\u0085d")


def _error_inside(timing: Timing, tokens: int) -> Script:
    half = plain(timing, tokens).pieces[: tokens // 2]
    error = {"error": {"message": "engine died", "type": "InternalServerError", "code": 500}}
    return Script((*half, Piece(half[-1].after_s, event(error)), Piece(half[-1].after_s, DONE)))


def _without(position: int) -> Callable[[Timing, int], Script]:
    def script(timing: Timing, tokens: int) -> Script:
        pieces = list(plain(timing, tokens).pieces)
        del pieces[position]
        return Script(tuple(pieces))

    return script


def _empty(timing: Timing, tokens: int) -> Script:
    return Script((Piece(timing.ttft_s + tokens * timing.itl_s, b""),))


def _halved(end: End) -> Callable[[Timing, int], Script]:
    return lambda timing, tokens: Script(plain(timing, tokens).pieces[: tokens // 2], end)


def _aborted(timing: Timing, tokens: int) -> Script:
    pieces = plain(timing, tokens).pieces
    return Script((*pieces[:-3], Piece(pieces[-3].after_s, delta("abort")), *pieces[-2:]))


def _reasoning_only(timing: Timing, tokens: int) -> Script:
    whole = plain(timing, tokens, field="reasoning")
    ran_out = Piece(whole.pieces[-3].after_s, delta("length"))
    return Script((*whole.pieces[:-3], ran_out, *whole.pieces[-2:]))


def _thinks(timing: Timing, tokens: int) -> Script:
    whole = plain(timing, tokens)
    half = 1 + tokens // 2
    thought = tuple(Piece(each.after_s, delta(reasoning_content=" hm")) for each in whole.pieces[1:half])
    return Script((whole.pieces[0], *thought, *whole.pieces[half:]))


def _no_tokens(timing: Timing, _tokens: int) -> Script:
    parts = (delta("stop", role="assistant", content=""), usage(0), DONE)
    return Script(tuple(Piece(timing.ttft_s, part) for part in parts))


SCRIPTS: dict[str, Callable[[Timing, int], Script]] = {
    "mock": plain,
    "role_first": _role_first,
    "several_a_chunk": _several_a_chunk,
    "line_separators": _line_separators,
    "error_inside": _error_inside,
    "no_finish_reason": _without(-3),
    "no_usage": _without(-2),
    "no_done": _without(-1),
    "empty": _empty,
    "cut_off": _halved(End.CUT),
    "ended_early": _halved(End.WHOLE),
    "never_ends": _halved(End.NEVER),
    "aborted": _aborted,
    "reasoning_only": _reasoning_only,
    "thinks": _thinks,
    "no_tokens": _no_tokens,
}
