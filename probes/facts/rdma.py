"""RDMA devices, their ports and GIDs, from sysfs (sysfs-class-infiniband in the kernel's ABI documents)."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Self

from probes.facts import sysfs
from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections, whole

COMMAND = """\
cd /sys/class/infiniband 2>/dev/null || { echo '@@ absent'; exit 0; }
echo '@@ values'
grep -Hs '' */fw_ver */node_guid */ports/*/state */ports/*/phys_state */ports/*/rate */ports/*/link_layer
grep -Hsv '^0000:0000:0000:0000:0000:0000:0000:0000$' */ports/*/gids/*
grep -Hs '' */ports/*/gid_attrs/types/* */ports/*/gid_attrs/ndevs/*
echo '@@ devices'
for d in *; do
  [ -e "$d/device" ] && echo "$d $(readlink -f "$d/device") $(ls "$d/device/net" 2>/dev/null | tr '\\n' ' ')"
done
true
"""
PCI = re.compile(r"[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]", re.ASCII)
ROCE_V2 = "RoCE v2"


@dataclass(frozen=True)
class Gid:
    """One entry of a port's GID table; `type` is `RoCE v2`, `IB/RoCE v1`, or None where it reads nothing.

    `ipv4` is the address that a GID of the form `::ffff:a.b.c.d` holds.
    """

    index: int
    address: IPv6Address
    ipv4: IPv4Address | None = None
    type: str | None = None
    netdev: str | None = None

    @classmethod
    def of(cls, index: int, address: IPv6Address, kind: str | None, netdev: str | None = None) -> Self:
        return cls(index, address, address.ipv4_mapped, kind, netdev)

    @property
    def is_usable(self) -> bool:
        """RoCE v2 over IPv4: routed as the network device's own address is. v1 and link-local are not."""
        return self.type == ROCE_V2 and self.ipv4 is not None


@dataclass(frozen=True)
class RdmaPort:
    """One port. `state` is ACTIVE, DOWN, INIT or ARMED; empty where the tool that was read does not say."""

    number: int
    state: str = ""
    physical_state: str = ""
    rate_gbps: float | None = None
    link_layer: str = ""
    netdev: str | None = None
    max_mtu: int | None = None
    active_mtu: int | None = None
    gids: tuple[Gid, ...] = ()


@dataclass(frozen=True)
class RdmaDevice:
    name: str
    ports: tuple[RdmaPort, ...] = ()
    firmware: str | None = None
    node_guid: str | None = None
    pci: str | None = None


@dataclass(frozen=True)
class Rdma:
    """All RDMA devices of a node; `has_subsystem` is False where the kernel knows no RDMA at all."""

    has_subsystem: bool
    devices: tuple[RdmaDevice, ...] = ()


Tree = dict[tuple[str, ...], str]


def parse(reading: Reading) -> Rdma:
    """Raises NotUnderstood when the text is not what the command prints."""
    parts = sections(reading.require("grep").stdout)
    if "absent" in parts:
        return Rdma(has_subsystem=False)
    if "values" not in parts:
        raise reading.not_understood("/sys/class/infiniband")
    tree = sysfs.values(parts["values"])
    places = {line.split()[0]: line for line in parts.get("devices", "").splitlines() if line.split()}
    names = dict.fromkeys((*sysfs.children(tree), *places))
    return Rdma(
        has_subsystem=True, devices=tuple(_device(name, tree, places.get(name, "")) for name in names)
    )


def _device(name: str, tree: Tree, place: str) -> RdmaDevice:
    _, path, *netdevs = place.split() or ("", "")
    numbers = sorted(filter(None, map(whole, sysfs.children(tree, name, "ports"))))
    buses = PCI.findall(path)
    return RdmaDevice(
        name=name,
        ports=tuple(_port(name, number, tree, netdevs) for number in numbers),
        firmware=tree.get((name, "fw_ver")),
        node_guid=tree.get((name, "node_guid")),
        pci=buses[-1] if buses else None,
    )


def _port(device: str, number: int, tree: Tree, netdevs: list[str]) -> RdmaPort:
    def value(attribute: str) -> str:
        return tree.get((device, "ports", str(number), attribute), "")

    gids = _gids(device, number, tree)
    named = [gid.netdev for gid in gids if gid.netdev] or netdevs
    return RdmaPort(
        number=number,
        state=_word(value("state")).upper(),
        physical_state=_word(value("phys_state")),
        rate_gbps=rate_gbps(value("rate")),
        link_layer=value("link_layer"),
        netdev=named[0] if named else None,
        gids=gids,
    )


def _gids(device: str, number: int, tree: Tree) -> tuple[Gid, ...]:
    port = (device, "ports", str(number))
    attributes = (*port, "gid_attrs")
    indexes = sorted(i for i in map(whole, sysfs.children(tree, *port, "gids")) if i is not None)
    read = ((index, ipv6(tree.get((*port, "gids", str(index)), ""))) for index in indexes)
    return tuple(
        Gid.of(
            index,
            address,
            tree.get((*attributes, "types", str(index))) or None,
            tree.get((*attributes, "ndevs", str(index))),
        )
        for index, address in read
        if address and int(address)
    )


def ipv6(text: str) -> IPv6Address | None:
    """A GID as an address; None when the text is none."""
    try:
        return IPv6Address(text.strip())
    except ValueError:
        return None


def rate_gbps(text: str) -> float | None:
    """`200 Gb/sec (4X HDR)` as 200.0."""
    found = re.match(r"(\d{1,5}(?:\.\d)?)(?: Gb/sec|$)", text.strip(), re.ASCII)
    return float(found[1]) if found else None


def _word(text: str) -> str:
    return text.partition(":")[2].strip() or text


FACTS = (Fact("rdma", COMMAND, parse),)
