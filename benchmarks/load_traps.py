"""Streams that lie, and what the client makes of each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from probes.api import Api, StreamedReply
from probes.judgements.streams import stream_fault
from probes.load.mock.process import running_mock
from probes.load.mock.script import Timing

TIMING = Timing(ttft_s=0.1, itl_s=0.002, tokens=16)


@dataclass(frozen=True)
class Trap:
    """The mock's script, what must be seen, and how it is read off."""

    name: str
    expected: str
    seen: Callable[[StreamedReply], str]


def fault(stream: StreamedReply) -> str:
    return str(stream_fault(stream) or "whole")


def first_token(stream: StreamedReply) -> str:
    is_true = stream.ttft_s is not None and stream.ttft_s >= TIMING.ttft_s
    return "TTFT of the first token" if is_true else f"TTFT {stream.ttft_s}"


def tokens(stream: StreamedReply) -> str:
    counted = stream.usage.completion_tokens if stream.usage else None
    return f"{counted} tokens in {len(stream.visible_at_s)} events"


def reasoning(stream: StreamedReply) -> str:
    content = "no TTFT of content" if stream.ttft_content_s is None else "a TTFT of content"
    return f"{fault(stream)}, {'thinking' if stream.reasoning else 'nothing'}, {content}"


TRAPS = (
    Trap("role_first", "TTFT of the first token", first_token),
    Trap("several_a_chunk", "16 tokens in 4 events", tokens),
    Trap("line_separators", repr("a\u2028b\u2029c\u0085d" * 16), lambda stream: repr(stream.content)),
    Trap("reasoning_only", "whole, thinking, no TTFT of content", reasoning),
    Trap("error_inside", "error inside the stream", fault),
    Trap("no_done", "no [DONE]", fault),
    Trap("no_usage", "no usage", fault),
    Trap("no_finish_reason", "no finish_reason", fault),
    Trap("empty", "empty stream", fault),
    Trap("no_tokens", "no tokens", fault),
    Trap("aborted", "aborted by the server", fault),
    Trap("cut_off", "cut off", fault),
    Trap("ended_early", "cut off", fault),
    Trap("never_ends", "never ended", fault),
)


async def traps() -> list[dict[str, Any]]:
    async with running_mock(TIMING) as mock, Api(mock.address) as api:
        streams = [
            await api.stream([{"role": "user", "content": "?"}], model=trap.name, timeout_s=1.0)
            for trap in TRAPS
        ]
    results = [(trap, trap.seen(stream)) for trap, stream in zip(TRAPS, streams, strict=True)]
    return [
        {"name": trap.name, "expected": trap.expected, "seen": seen, "right": seen == trap.expected}
        for trap, seen in results
    ]
