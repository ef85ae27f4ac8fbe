"""RDMA devices, ports and GIDs, wherever they were read."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Self

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
