"""What listens where strangers can reach it, and must not: services that run code for whoever asks."""

from collections.abc import Collection, Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address

from probes.facts.listeners import Listener

IpAddress = IPv4Address | IPv6Address

GUARDED: Mapping[int, str] = {
    2375: "Docker's API",
    2376: "Docker's API (TLS)",
    8265: "Ray's dashboard",
    10001: "Ray's client server",
    52365: "Ray's dashboard agent",
}
"""Ports by default (docs.docker.com, docs.ray.io). What can be bound to an address is here:
Ray's GCS and raylets listen on all addresses whatever they are told (seen in 2.60), and only a firewall
closes them.
"""

GUARDED_PROCESSES = frozenset({"dockerd"})
"""Processes whose every port counts, whatever its number."""


def listening_outside(
    listeners: Iterable[Listener],
    allowed: Collection[IpAddress],
    guarded: Mapping[int, str] = GUARDED,
) -> tuple[str, ...]:
    """Guarded services that listen on all addresses, or on one that is neither loopback nor allowed."""
    words = (_exposed(listener, {str(ip) for ip in allowed}, guarded) for listener in listeners)
    return tuple(sorted(filter(None, words)))


def _exposed(listener: Listener, allowed: Collection[str], guarded: Mapping[int, str]) -> str:
    service = guarded.get(listener.port) or (
        listener.process if listener.process in GUARDED_PROCESSES else None
    )
    if service is None or listener.is_on_loopback or listener.address in allowed:
        return ""
    where = "all addresses" if listener.is_on_all_interfaces else listener.address
    return f"{service} listens on {where}, port {listener.port}"
