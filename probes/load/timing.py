"""The times of one request, from its stream. Definitions stand here once, and in every report.

TTFT: sending to the first delta with content, reasoning or a tool call (an empty role chunk is none).
TPOT: (last delta - first delta) / (N - 1), N = usage.completion_tokens; without the first token's wait.
Inter-token gap: between deltas that follow each other; a delta may hold several tokens.
End to end: sending to the end of the body.
"""

from dataclasses import dataclass

from probes.api.stream import StreamedReply
from probes.judgements.streams import StreamFault, stream_fault


@dataclass(frozen=True)
class RequestTiming:
    """Seconds; None where the stream does not define it. A failed request counts no tokens."""

    sent_s: float
    ended_s: float
    fault: StreamFault | None
    detail: str
    tokens: int
    prompt_tokens: int | None
    ttft_s: float | None
    ttft_content_s: float | None
    tpot_s: float | None
    visible_at_s: tuple[float, ...]
    late_s: float = 0.0
    """How much later than scheduled it was sent (open loop); all times count from the schedule."""

    @property
    def e2e_s(self) -> float:
        return self.ended_s - self.sent_s

    @property
    def gaps_s(self) -> tuple[float, ...]:
        pairs = zip(self.visible_at_s, self.visible_at_s[1:], strict=False)
        return tuple(later - earlier for earlier, later in pairs)

    def tokens_within(self, start_s: float, end_s: float) -> float:
        """Its tokens that came inside the window; several in a delta are spread evenly over the deltas."""
        times = self.visible_at_s or (self.ended_s,)
        inside = sum(start_s <= at_s <= end_s for at_s in times)
        return self.tokens * inside / len(times)


def timing_of(stream: StreamedReply, scheduled_s: float | None = None) -> RequestTiming:
    """With `scheduled_s`, TTFT counts from then: a request that had to wait in the client waited."""
    fault = stream_fault(stream)
    counted = (stream.usage.completion_tokens or 0) if stream.usage else 0
    late_s = stream.sent_s - scheduled_s if scheduled_s is not None else 0.0
    return RequestTiming(
        sent_s=stream.sent_s - late_s,
        ended_s=stream.ended_s,
        fault=fault,
        detail=(stream.error or stream.trouble) if fault else "",
        tokens=0 if fault else counted,
        prompt_tokens=stream.usage.prompt_tokens if stream.usage else None,
        ttft_s=_later(stream.ttft_s, late_s),
        ttft_content_s=_later(stream.ttft_content_s, late_s),
        tpot_s=_tpot_s(stream.visible_at_s, counted),
        visible_at_s=stream.visible_at_s,
        late_s=late_s,
    )


def _later(time_s: float | None, by_s: float) -> float | None:
    return None if time_s is None else time_s + by_s


def _tpot_s(visible_at_s: tuple[float, ...], tokens: int) -> float | None:
    is_defined = tokens > 1 and len(visible_at_s) > 1
    return (visible_at_s[-1] - visible_at_s[0]) / (tokens - 1) if is_defined else None
