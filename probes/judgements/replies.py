"""What a chat reply or a stream says about the service behind it: a state, and a sentence for people."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from probes.api.replies import ChatReply

THINKING_TAG = re.compile(r"</?think(?:ing)?>", re.IGNORECASE)
TOOL_CALL_TAG = re.compile(r"</?tool_call>|<function=|<\|tool_call", re.IGNORECASE)
"""The tags of the parsers qwen3, deepseek_r1 and qwen3_coder, hermes; content must never hold them."""


class ReplyState(StrEnum):
    """What kind of answer it is; the first two and the tool call are right in their place."""

    BOTH_FILLED = "thought, then answered"
    THINKING_RAN_OUT = "ran out of budget while thinking"
    ANSWERED_ONLY = "answered without thinking"
    TOOL_CALLED = "called a tool"
    THINKING_LEAKED = "thinking inside content"
    TOOL_CALL_LEAKED = "tool call inside content"
    THINKING_ONLY = "stopped after thinking, without an answer"
    NOTHING_VISIBLE = "tokens counted, none visible"
    TOOL_CALL_MISSING = "said it called a tool, without a call"
    NO_TOKENS = "no tokens at all"
    ABORTED = "aborted by the server"
    REFUSED = "request refused"
    SERVER_ERROR = "server error"
    MALFORMED = "not a chat completion"


@dataclass(frozen=True)
class ReplyFinding:
    """The state, whether it is right for a model that thinks or not, and words with their remedy."""

    state: ReplyState
    is_right: bool
    words: str
    remedy: str = ""

    @property
    def fault(self) -> str:
        """Empty when right; else the words and the remedy in one line."""
        return "" if self.is_right else f"{self.words}; {self.remedy}"

    def __str__(self) -> str:
        return self.fault or self.words


def classify(reply: ChatReply, *, thinks: bool = True) -> ReplyFinding:
    """The reply's state. `thinks`: a reasoning parser is declared, so thinking must be apart."""
    state = next(state for state, holds in RULES if holds(reply, thinks))
    is_right = state in RIGHT or (state is ReplyState.ANSWERED_ONLY and not thinks)
    words, remedy = WORDS[state]
    return ReplyFinding(state, is_right, _with_evidence(words, reply), remedy)


def identity(reply: ChatReply, name: str) -> ReplyFinding:
    """Whether the answer itself (not the thinking) names the declared model, spelling aside."""
    answer = _answer(reply)
    if not answer:
        found = classify(reply)
        return ReplyFinding(found.state, False, f"no answer to take a name from: {found.words}", found.remedy)
    is_named = _folded(name) in _folded(answer)
    words = f"the answer {'names' if is_named else 'does not name'} {name}: {_shown(answer)}"
    remedy = "compare the weights on the nodes with the declared model: the served name alone proves nothing"
    return ReplyFinding(ReplyState.BOTH_FILLED, is_named, words, remedy)


Rule = Callable[[ChatReply, bool], bool]


def _answer(reply: ChatReply) -> str:
    return (reply.content or "").strip()


def _has_text(reply: ChatReply) -> bool:
    return bool(_answer(reply) or reply.reasoning)


def _thinking_leaked(reply: ChatReply, thinks: bool) -> bool:
    answer = _answer(reply)
    has_no_thought = thinks and bool(answer) and not reply.reasoning
    return bool(THINKING_TAG.search(answer)) or (has_no_thought and reply.finish_reason == "length")


RULES: tuple[tuple[ReplyState, Rule], ...] = (
    (ReplyState.SERVER_ERROR, lambda r, _: r.status >= 500),
    (ReplyState.REFUSED, lambda r, _: 400 <= r.status < 500),
    (ReplyState.MALFORMED, lambda r, _: not r.is_completion),
    (ReplyState.ABORTED, lambda r, _: r.finish_reason in {"abort", "error"}),
    (ReplyState.TOOL_CALLED, lambda r, _: bool(r.tool_calls)),
    (ReplyState.TOOL_CALL_MISSING, lambda r, _: r.finish_reason == "tool_calls"),
    (ReplyState.NO_TOKENS, lambda r, _: not _has_text(r) and not r.usage.completion_tokens),
    (ReplyState.NOTHING_VISIBLE, lambda r, _: not _has_text(r)),
    (ReplyState.THINKING_LEAKED, _thinking_leaked),
    (ReplyState.TOOL_CALL_LEAKED, lambda r, _: bool(TOOL_CALL_TAG.search(_answer(r)))),
    (ReplyState.BOTH_FILLED, lambda r, _: bool(_answer(r) and r.reasoning)),
    (ReplyState.THINKING_RAN_OUT, lambda r, _: bool(r.reasoning) and r.finish_reason == "length"),
    (ReplyState.THINKING_ONLY, lambda r, _: bool(r.reasoning)),
    (ReplyState.ANSWERED_ONLY, lambda *_: True),
)
"""In order: the first that holds names the reply."""

RIGHT = {ReplyState.BOTH_FILLED, ReplyState.THINKING_RAN_OUT, ReplyState.TOOL_CALLED}

PARSER_REMEDY = "start the engine with the declared reasoning parser and compare it with the model's tags"
LOG_REMEDY = "read the engine's log on every node from this request on"

WORDS: dict[ReplyState, tuple[str, str]] = {
    ReplyState.BOTH_FILLED: ("thinking and answer are both filled and apart", ""),
    ReplyState.THINKING_RAN_OUT: (
        "the budget went into thinking and content is empty: right for a small max_tokens",
        "ask with a larger max_tokens to see an answer",
    ),
    ReplyState.TOOL_CALLED: ("the model called a tool", ""),
    ReplyState.ANSWERED_ONLY: (
        "content is filled and there is no thinking",
        "see whether thinking is switched off in the request or the template; " + PARSER_REMEDY,
    ),
    ReplyState.THINKING_LEAKED: ("thinking stands in content: the reasoning parser is off", PARSER_REMEDY),
    ReplyState.TOOL_CALL_LEAKED: (
        "a tool call stands in content as text: the tool parser is off",
        "start the engine with the declared tool parser and automatic tool choice",
    ),
    ReplyState.THINKING_ONLY: (
        "the model stopped by itself after thinking, without an answer",
        "compare the chat template and the reasoning parser with the model's card",
    ),
    ReplyState.NOTHING_VISIBLE: (
        "tokens were counted and none is visible, neither as thinking nor as answer",
        "look at the parsers and the tokenizer: they swallow what the model writes",
    ),
    ReplyState.TOOL_CALL_MISSING: (
        "finish_reason says tool_calls and there is no call",
        "compare the tool parser with the form in which this model writes its calls",
    ),
    ReplyState.NO_TOKENS: ("no tokens at all: generation is broken", LOG_REMEDY),
    ReplyState.ABORTED: ("the server gave the request up", LOG_REMEDY),
    ReplyState.REFUSED: ("the server refused the request", "compare the request with the message"),
    ReplyState.SERVER_ERROR: ("the server failed on the request", LOG_REMEDY),
    ReplyState.MALFORMED: ("the answer is no chat completion", "see what really listens on that port"),
}


def _with_evidence(words: str, reply: ChatReply) -> str:
    tokens = reply.usage.completion_tokens
    seen = (
        f"HTTP {reply.status}" if reply.status != 200 else "",
        _shown(reply.error) if reply.error else "",
        f"content {_shown(reply.content)}" if reply.content is not None else "content null",
        f"{reply.reasoning_field} {_shown(reply.reasoning)}" if reply.reasoning else "no reasoning",
        f"finish_reason {reply.finish_reason}",
        f"{tokens} tokens" if tokens is not None else "tokens not told",
    )
    return f"{words} ({', '.join(part for part in seen if part)})"


def _shown(text: str | None, length: int = 80) -> str:
    whole = text or ""
    return repr(whole if len(whole) <= length else whole[:length] + "…")


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()
