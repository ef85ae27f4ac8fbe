"""Files of `[Section]` and `Key=value`: NetworkManager connections, networkd networks, udev links.

nm-settings-keyfile(5), systemd.network(5), systemd.link(5).
"""

import re
from collections.abc import Iterator

from probes.facts.iproute import Interface, interface
from probes.facts.ownership import AddressOwner
from probes.facts.sections import whole

SECTION = re.compile(r"^\s*\[([^\]]+)\]\s*$")
NM_ADDRESS = re.compile(r"address(?:es)?\d*", re.IGNORECASE)
YES = frozenset({"yes", "true", "1", "on", "ipv4", "ipv6", "both"})
Entries = list[tuple[str, str, str]]


def entries(text: str) -> Entries:
    """Section, key and value of every line, in order: keys may repeat."""
    section, found = "", []
    for line in text.splitlines():
        if head := SECTION.match(line):
            section = head[1]
        elif "=" in line and not line.lstrip().startswith(("#", ";")):
            key, _, value = line.partition("=")
            found.append((section, key.strip(), value.strip()))
    return found


def _values(said: Entries, section: str, *keys: str) -> list[str]:
    return [value for where, key, value in said if where == section and key in keys]


def _first_whole(values: list[str]) -> int | None:
    return next((number for number in map(whole, values) if number), None)


def of_network_manager(path: str, text: str) -> Iterator[AddressOwner]:
    """The connection, unless it does not start by itself."""
    said = entries(text)
    if "false" in _values(said, "connection", "autoconnect") or not _values(said, "connection", "id", "uuid"):
        return
    macs = _values(said, "ethernet", "mac-address") + _values(said, "802-3-ethernet", "mac-address")
    yield AddressOwner(
        manager="NetworkManager",
        path=path,
        interfaces=tuple(_values(said, "connection", "interface-name")),
        mac=macs[0] if macs else None,
        addresses=tuple(_nm_addresses(said)),
        dhcp="auto" in _values(said, "ipv4", "method"),
        mtu=_first_whole(_values(said, "ethernet", "mtu") + _values(said, "802-3-ethernet", "mtu")),
    )


def _nm_addresses(said: Entries) -> Iterator[Interface]:
    for section, key, value in said:
        if section in {"ipv4", "ipv6"} and NM_ADDRESS.fullmatch(key):
            # address1=ADDRESS/PREFIX[,GATEWAY]; addresses=ADDRESS/PREFIX;ADDRESS/PREFIX;
            words = (word.partition(",")[0].strip() for word in value.split(";"))
            yield from filter(None, (interface(word) for word in words if "/" in word))


def of_networkd(path: str, text: str) -> Iterator[AddressOwner]:
    """One `.network` file with its drop-ins."""
    said = entries(text)
    names = [name for value in _values(said, "Match", "Name") for name in value.split()]
    macs = [mac for value in _values(said, "Match", "MACAddress") for mac in value.split()]
    if not names and not macs:
        return
    listed = _values(said, "Network", "Address") + _values(said, "Address", "Address")
    yield AddressOwner(
        manager="networkd",
        path=path,
        interfaces=tuple(names),
        mac=macs[0] if macs else None,
        addresses=tuple(filter(None, (interface(value) for value in listed if "/" in value))),
        dhcp=any(value.lower() in YES for value in _values(said, "Network", "DHCP")),
        mtu=_first_whole(_values(said, "Link", "MTUBytes")),
    )


def of_link_file(path: str, text: str) -> Iterator[AddressOwner]:
    """One `.link` file, if it sets the MTU."""
    said = entries(text)
    mtu = _first_whole(_values(said, "Link", "MTUBytes"))
    if mtu is None:
        return
    names = [n for value in _values(said, "Match", "OriginalName", "Name") for n in value.split()]
    names += _values(said, "Link", "Name")
    macs = _values(said, "Match", "MACAddress", "PermanentMACAddress")
    yield AddressOwner("udev", path, tuple(names), macs[0] if macs else None, mtu=mtu)
