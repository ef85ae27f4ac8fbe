"""What bounds the throughput, in a sentence: the nearest roof that the evidence shows."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

NEAR = 0.8
"""A resource used to this share of its roof bounds: bandwidths and caps are not reached to the last."""


class Bound(StrEnum):
    """Names as in the report."""

    CLIENT = "client"
    QUEUEING = "queueing"
    NETWORK = "network"
    COMPUTE = "compute"
    MEMORY_BANDWIDTH = "memory bandwidth"
    UNEXPLAINED = "none of the measured roofs"


@dataclass(frozen=True)
class Evidence:
    """What was measured at one level; shares are of the respective roof, None where not measured."""

    streams: int
    tok_s: float
    memory_share: float | None = None
    compute_share: float | None = None
    network_share: float | None = None
    waiting: float | None = None
    """Requests that waited in the engine's queue, in the mean."""
    client_limit: str = ""


def bound_of(evidence: Evidence) -> Bound:
    """The first rule that holds. Pure."""
    return next((bound for bound, holds in RULES if holds(evidence)), Bound.UNEXPLAINED)


def bound_sentence(evidence: Evidence) -> str:
    """E.g. `27 tok/s at 1 stream: bound by memory bandwidth, 49 % of its roof`."""
    bound = bound_of(evidence)
    streams = f"{evidence.streams} stream{'s' if evidence.streams > 1 else ''}"
    return f"{evidence.tok_s:.3g} tok/s at {streams}: bound by {bound}{_because(bound, evidence)}"


def _is_near(share: float | None) -> bool:
    return share is not None and share >= NEAR


def _is_memory_nearest(evidence: Evidence) -> bool:
    """Whether the memory is used well and no other measured resource is used to a higher share."""
    others = [share for share in (evidence.compute_share, evidence.network_share) if share is not None]
    return evidence.memory_share is not None and evidence.memory_share >= max([MEMORY_FLOOR, *others])


MEMORY_FLOOR = 0.4
"""Well-kept decoding at one stream reaches 0.4 to 0.9 of the bandwidth; the project's own pair 0.49."""

RULES: tuple[tuple[Bound, Callable[[Evidence], bool]], ...] = (
    (Bound.CLIENT, lambda e: bool(e.client_limit)),
    (Bound.QUEUEING, lambda e: e.waiting is not None and e.waiting >= 1),
    (Bound.NETWORK, lambda e: _is_near(e.network_share)),
    (Bound.COMPUTE, lambda e: _is_near(e.compute_share)),
    (Bound.MEMORY_BANDWIDTH, _is_memory_nearest),
)


def _because(bound: Bound, evidence: Evidence) -> str:
    shares = {
        Bound.MEMORY_BANDWIDTH: evidence.memory_share,
        Bound.COMPUTE: evidence.compute_share,
        Bound.NETWORK: evidence.network_share,
    }
    share = shares.get(bound)
    if share is not None:
        return f", {share:.0%} of its roof"
    words = {
        Bound.CLIENT: f": {evidence.client_limit}",
        Bound.QUEUEING: f": {evidence.waiting or 0:.1f} requests waited in the mean",
        Bound.UNEXPLAINED: _far(evidence.memory_share),
    }
    return words[bound]


def _far(memory_share: float | None) -> str:
    if memory_share is None:
        return " (the memory's roof is not known)"
    return f": only {memory_share:.0%} of the memory's; look at latency between steps, clocks and the fabric"
