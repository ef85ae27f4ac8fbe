"""What the probes of a peer print, and what that says: by which device, with an answer, on which port."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address

from inventory.errors import ToolMissing
from probes.facts.reading import Reading
from probes.facts.routes import entries

TRIP = re.compile(r"time[=<](\d{1,7}(?:\.\d{1,6})?) ?ms", re.ASCII)
STATUS = re.compile(r"^status (\d{1,3})$", re.MULTILINE | re.ASCII)
WHY_NOT = re.compile(r"(?:Frag|mtu|[Mm]essage too long|[Uu]nreachable|Operation not|bind|prohibited).*")
MISSING = "127"
REFUSALS = (
    ("refused", re.compile(r"refused", re.IGNORECASE)),
    ("unreachable", re.compile(r"unreachable|No route to host|prohibited", re.IGNORECASE)),
)


@dataclass(frozen=True)
class PeerRoute:
    """By which device a peer's fabric address is reached; `device` is None where there is no route."""

    address: IPv4Address
    device: str | None
    gateway: str | None = None
    source: str | None = None
    words: str = ""


@dataclass(frozen=True)
class Ping:
    """One echo request. `words` say why there was no answer, as ping does."""

    address: IPv4Address
    answered: bool
    rtt_ms: float | None
    words: str


@dataclass(frozen=True)
class PeerPort:
    """One TCP connection tried. `open`; `refused`: packets pass and nobody listens; `silent`: dropped on
    the way; `unreachable`: an error came back.
    """

    peer: str
    address: IPv4Address
    port: int
    state: str


def outcome(part: str | None, reading: Reading) -> tuple[str, str]:
    """What one probe printed, and its exit status. Raises ToolMissing, or NotUnderstood without a status."""
    status = STATUS.search(part or "")
    if part is None or status is None:
        raise reading.not_understood("a probe of a peer")
    text = part[: status.start()].strip()
    if status[1] == MISSING:
        raise ToolMissing("a probe of a peer", text or "no such program on the node", "install it: ping, ip")
    return text, status[1]


def route(address: IPv4Address, text: str, _status: str) -> PeerRoute:
    """`ip [-j] route get ADDRESS`."""
    words = next(iter(entries(text)), {})
    if "dev" not in words:
        return PeerRoute(address, None, words=next(iter(text.splitlines()), "no route"))
    return PeerRoute(address, words["dev"], words.get("gateway"), words.get("prefsrc"))


def ping(address: IPv4Address, text: str, status: str) -> Ping:
    """`ping -c 1 -W 1 ADDRESS` (iputils, busybox)."""
    trip = TRIP.search(text)
    if status == "0" and trip:
        return Ping(address, answered=True, rtt_ms=float(trip[1]), words="")
    return Ping(address, answered=False, rtt_ms=None, words=_why_not(text, status))


def _why_not(text: str, status: str) -> str:
    if said := WHY_NOT.search(text):
        return said[0]
    lines = text.splitlines()
    return lines[-1] if lines and status != "1" else "no answer within 1 s"


def port_state(text: str, status: str) -> str:
    """The state of a port after one attempt to connect (bash, python3 or nc)."""
    if status == "0":
        return "open"
    return next((state for state, words in REFUSALS if words.search(text)), "silent")
