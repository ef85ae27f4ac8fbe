"""TCP ports that something listens on, by `ss`, else by /proc/net/tcp (which names no process)."""

import ipaddress
import re
from collections.abc import Iterator
from dataclasses import dataclass

from probes.facts.reading import Fact, Reading

COMMAND = "ss -Hltnp 2>/dev/null || cat /proc/net/tcp /proc/net/tcp6"
SS_ROW = re.compile(
    r"^LISTEN\s+\d+\s+\d+\s+(?P<address>\S+):(?P<port>\d{1,5})\s+\S+(?:\s+users:\((?P<users>.*)\))?",
    re.MULTILINE | re.ASCII,
)
SS_HEADER = re.compile(r"^State\s+Recv-Q\s+Send-Q", re.MULTILINE)
USER = re.compile(r'\("(?P<name>[^"]*)",pid=(?P<pid>\d{1,9}),fd=\d+\)', re.ASCII)
PROC_ROW = re.compile(
    r"^\s*\d+: (?P<address>[0-9A-F]{8}|[0-9A-F]{32}):(?P<port>[0-9A-F]{4}) \S+ 0A ", re.MULTILINE
)
PROC_HEADER = "local_address"


@dataclass(frozen=True)
class Listener:
    """One listening socket. `address` is `*` for all of both families.

    `process` and `pid` are the first that holds it; None where the user may not see it.
    """

    address: str
    port: int
    process: str | None = None
    pid: int | None = None

    @property
    def is_on_all_interfaces(self) -> bool:
        """It takes connections on every address of the host."""
        return self.address in {"*", "0.0.0.0", "::"}  # noqa: S104

    @property
    def is_on_loopback(self) -> bool:
        """Only the host itself reaches it."""
        return not self.is_on_all_interfaces and ipaddress.ip_address(self.address).is_loopback


def parse(reading: Reading) -> tuple[Listener, ...]:
    """Raises NotUnderstood for the output of neither."""
    text = reading.require("ss").stdout
    is_proc = PROC_HEADER in text
    found = tuple(_from_proc(text) if is_proc else _from_ss(text))
    if text.strip() and not (found or is_proc or SS_HEADER.search(text)):
        raise reading.not_understood("ss -ltnp")
    return tuple(sorted(set(found), key=lambda one: (one.port, one.address)))


def _from_ss(text: str) -> Iterator[Listener]:
    for row in SS_ROW.finditer(text):
        user = USER.search(row["users"] or "")
        owner = (user["name"], int(user["pid"])) if user else (None, None)
        address = row["address"].partition("%")[0].strip("[]")
        if address == "*" or _is_address(address):
            yield Listener(_plain(address), int(row["port"]), *owner)


def _from_proc(text: str) -> Iterator[Listener]:
    for row in PROC_ROW.finditer(text):
        yield Listener(_plain(_address(row["address"])), int(row["port"], 16))


def _address(words: str) -> str:
    """An address of /proc/net/tcp: 32-bit words, each with its bytes in the order of a little-endian host."""
    packed = b"".join(bytes.fromhex(words[at : at + 8])[::-1] for at in range(0, len(words), 8))
    return str(ipaddress.ip_address(packed))


def _plain(address: str) -> str:
    """An IPv4 address as such, where a socket of both families has it as IPv6 (RFC 4291, 2.5.5.2)."""
    if address == "*":
        return address
    ip = ipaddress.ip_address(address)
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return str(mapped or ip)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


FACTS = (Fact("listeners", COMMAND, parse),)
