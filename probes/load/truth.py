"""The client's error against a server that stamps what it sends (the mock). Seconds, one clock, one host."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from probes.api.recording import Recording
from probes.api.stream import StreamedReply

RECEIVED = "x-received-s"
"""Response header of the mock: when the request was read."""


@dataclass(frozen=True)
class ClientError:
    """Reported minus true, per stream: TTFT once, and every inter-token gap."""

    ttft_s: float
    gaps_s: tuple[float, ...]


def client_error(kept: Recording, stream: StreamedReply) -> ClientError | None:
    """None for a stream that brought nothing to compare."""
    stamped = [(event.at_s, float(event.json["sent_s"])) for event in stream.events if event.is_visible]
    if not stamped or stream.ttft_s is None:
        return None
    true_ttft_s = stamped[0][1] - float(kept.headers[RECEIVED])
    gaps = tuple((later[0] - earlier[0]) - (later[1] - earlier[1]) for earlier, later in pairwise(stamped))
    return ClientError(stream.ttft_s - true_ttft_s, gaps)


def absolute_ms(errors: Sequence[float]) -> list[float]:
    """Ascending, without sign, in milliseconds."""
    return sorted(1000 * abs(error) for error in errors)
