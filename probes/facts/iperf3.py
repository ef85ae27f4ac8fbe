"""What `iperf3 --json` prints at its end: what went through TCP or UDP between two nodes."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from probes.facts.reading import Reading

Figure = Annotated[float, Field(ge=0, allow_inf_nan=False)]
GBPS = 1e9


class _Sum(BaseModel):
    seconds: Figure = 0
    bits_per_second: Figure = 0
    retransmits: int | None = None
    jitter_ms: Figure | None = None
    lost_percent: Figure | None = None


class _Stream(BaseModel):
    sender: dict[str, Any] = {}


class _End(BaseModel):
    sum: _Sum | None = None
    sum_sent: _Sum | None = None
    sum_received: _Sum | None = None
    streams: list[_Stream] = []


class _Document(BaseModel):
    error: str | None = None
    end: _End = _End()


@dataclass(frozen=True)
class Iperf3:
    """One run. `received_gbps` is the judge: what left is not what arrived. `error` is iperf3's own.

    `mean_rtt_ms` and `retransmits` come from TCP, `jitter_ms` and `lost_fraction` from UDP.
    """

    sent_gbps: float | None
    received_gbps: float | None
    seconds: float
    retransmits: int | None
    mean_rtt_ms: float | None
    jitter_ms: float | None
    lost_fraction: float | None
    error: str | None = None


def parse(text: str) -> Iperf3:
    """Raises NotUnderstood when the text is no such document."""
    try:
        document = _Document.model_validate_json(text[max(text.find("{"), 0) :])
    except ValidationError as error:
        raise Reading(0, text).not_understood("iperf3 --json") from error
    end = document.end
    sent, received = end.sum_sent or end.sum, end.sum_received or end.sum
    if document.error is None and (sent is None or received is None):
        raise Reading(0, text).not_understood("iperf3 --json")
    whole = received or sent or _Sum()
    return Iperf3(
        sent_gbps=sent.bits_per_second / GBPS if sent else None,
        received_gbps=received.bits_per_second / GBPS if received else None,
        seconds=whole.seconds,
        retransmits=sent.retransmits if sent else None,
        mean_rtt_ms=_mean_rtt_ms(end.streams),
        jitter_ms=whole.jitter_ms,
        lost_fraction=None if whole.lost_percent is None else whole.lost_percent / 100,
        error=document.error,
    )


def _mean_rtt_ms(streams: list[_Stream]) -> float | None:
    """iperf3 gives `mean_rtt` in microseconds."""
    known = [stream.sender.get("mean_rtt") for stream in streams]
    numbers = [rtt for rtt in known if isinstance(rtt, int | float)]
    return sum(numbers) / len(numbers) / 1000 if numbers else None


PARSERS = {"iperf3": parse}
