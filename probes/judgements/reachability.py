"""Do the peers answer over the fabric, do whole frames pass, are the ports let through?"""

from collections.abc import Iterable, Mapping

from probes.facts.neighbour_answers import PeerPort, Ping

PASSED = frozenset({"open", "refused"})


def unanswered(pings: Mapping[str, Ping]) -> tuple[str, ...]:
    """The peers that gave no answer, and what was said instead."""
    return tuple(
        f"{peer} ({ping.address}): {ping.words}" for peer, ping in pings.items() if not ping.answered
    )


def frames_lost(frames: Mapping[str, Ping]) -> tuple[str, ...]:
    """The peers that a frame of the full MTU does not reach undivided."""
    return tuple(
        f"a full frame does not reach {peer} ({ping.address}): {ping.words}"
        for peer, ping in frames.items()
        if not ping.answered
    )


def ports_blocked(ports: Iterable[PeerPort]) -> tuple[str, ...]:
    """The ports whose packets are dropped or turned away. A refusal is none: it came from the peer itself."""
    return tuple(
        f"port {tried.port} of {tried.peer} ({tried.address}) is {tried.state}"
        for tried in ports
        if tried.state not in PASSED
    )
