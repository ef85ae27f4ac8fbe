"""The routing table, and by which device a given peer is reached."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from itertools import pairwise

from probes.facts.iproute import rows
from probes.facts.reading import Fact, Reading
from probes.facts.sections import whole

COMMAND = "ip -j route show table main 2>/dev/null || ip route show table main"
KINDS = ("unicast", "local", "broadcast", "blackhole", "unreachable", "prohibit", "throw", "multicast")
LINE = re.compile(
    rf"^(?:(?P<kind>{'|'.join(KINDS)}) )?(?P<dst>default|[0-9a-fA-F:.]+(?:/\d{{1,3}})?)(?P<rest> .*)?$"
)


@dataclass(frozen=True)
class Route:
    """One route; `device` is None for one that leads nowhere (blackhole, unreachable, prohibit)."""

    destination: IPv4Network | IPv6Network
    device: str | None
    gateway: str | None = None
    source: str | None = None
    metric: int = 0
    protocol: str = ""


def parse(reading: Reading) -> tuple[Route, ...]:
    """The routes in the table's order. Raises NotUnderstood for what is no table; an empty one is ()."""
    text = reading.require("ip").stdout
    routes = tuple(filter(None, (_route(words) for words in entries(text))))
    if not routes and text.strip() not in {"", "[]", "[ ]"}:
        raise reading.not_understood("ip route")
    return routes


def entries(text: str) -> list[dict[str, str]]:
    """Each route as words: `dst`, `dev`, `gateway`, `prefsrc`, `metric`, `protocol`."""
    found = rows(text)
    if found is not None:
        return [{key: str(value) for key, value in row.items()} for row in found]
    return [_words(match) for match in map(LINE.match, text.splitlines()) if match]


def _words(match: re.Match[str]) -> dict[str, str]:
    words = (match["rest"] or "").split()
    named = dict(pairwise(words))
    names = {"dev": "dev", "via": "gateway", "src": "prefsrc", "metric": "metric", "proto": "protocol"}
    return {"dst": match["dst"]} | {to: named[key] for key, to in names.items() if key in named}


def _route(words: dict[str, str]) -> Route | None:
    destination = _network(words.get("dst", ""), words.get("gateway", ""))
    if destination is None:
        return None
    return Route(
        destination=destination,
        device=words.get("dev"),
        gateway=words.get("gateway"),
        source=words.get("prefsrc"),
        metric=whole(words.get("metric", "")) or 0,
        protocol=words.get("protocol", ""),
    )


def _network(text: str, gateway: str) -> IPv4Network | IPv6Network | None:
    if text == "default":
        return ip_network("::/0" if ":" in gateway else "0.0.0.0/0")
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


FACTS = (Fact("routes", COMMAND, parse),)
