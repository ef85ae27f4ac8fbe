"""interfaces(5) of ifupdown, and systemd services that call `ip` themselves."""

import re
from collections.abc import Iterator

from probes.facts.iproute import Interface, interface
from probes.facts.ownership import AddressOwner
from probes.facts.sections import whole

IFACE = re.compile(r"^iface\s+(?P<name>\S+)\s+inet6?\s+(?P<method>\w+)", re.ASCII)
AT_BOOT = re.compile(r"^(?:auto|allow-auto|allow-hotplug)\s+(?P<names>.+)$")
ENDS = re.compile(r"^(?:iface|auto|allow-|mapping|source|no-auto-down|no-scripts|rename)")
IP_ADDR = re.compile(
    r"\bip(?: -\w+)* (?:a|addr|address) (?:add|replace|change) (?P<ip>[0-9a-fA-F.:]+/\d{1,3})"
    r"(?: \S+){0,8}? dev (?P<name>\S+)",
    re.ASCII,
)
IP_MTU = re.compile(
    r"\bip(?: -\w+)* link set (?:dev )?(?P<name>\S+)(?: \S+){0,8}? mtu (?P<mtu>\d{1,6})", re.ASCII
)


def owners(path: str, text: str) -> Iterator[AddressOwner]:
    """An owner for each stanza that is brought up at boot."""
    lines = [line.strip() for line in text.splitlines()]
    started = {name for found in map(AT_BOOT.match, lines) if found for name in found["names"].split()}
    for number, line in enumerate(lines):
        found = IFACE.match(line)
        if found and found["name"] in started:
            yield _owner(path, found, _options(lines[number + 1 :]))


def _options(lines: list[str]) -> list[tuple[str, str]]:
    found = []
    for line in lines:
        if ENDS.match(line):
            break
        key, _, value = line.partition(" ")
        found.append((key, value.strip()))
    return found


def _owner(path: str, head: re.Match[str], options: list[tuple[str, str]]) -> AddressOwner:
    said = dict(options)
    added = (_from_command(value) for key, value in options if key in {"up", "post-up"})
    return AddressOwner(
        manager="ifupdown",
        path=path,
        interfaces=(head["name"],),
        addresses=tuple(filter(None, (_static(said), *added))),
        dhcp=head["method"] == "dhcp",
        mtu=whole(said.get("mtu", "")),
    )


def _static(said: dict[str, str]) -> Interface | None:
    address, mask = said.get("address", ""), said.get("netmask", "")
    if not address:
        return None
    return interface(address) if "/" in address or not mask else interface(address, mask)


def _from_command(command: str) -> Interface | None:
    found = IP_ADDR.search(command)
    return interface(found["ip"]) if found else None


def of_unit(path: str, text: str) -> Iterator[AddressOwner]:
    """An owner for each device that the service's commands give an address or an MTU."""
    added = [(m["name"].strip("\"';"), interface(m["ip"])) for m in IP_ADDR.finditer(text)]
    mtus = {m["name"]: whole(m["mtu"]) for m in IP_MTU.finditer(text)}
    for name in dict.fromkeys([name for name, _ in added] + list(mtus)):
        addresses = tuple(ip for owner, ip in added if owner == name and ip)
        yield AddressOwner("unit", path, (name,), addresses=addresses, mtu=mtus.get(name))
