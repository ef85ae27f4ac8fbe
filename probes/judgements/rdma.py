"""Can RDMA use the fabric: which device, is its port active, which GID is the right one?"""

from dataclasses import dataclass
from ipaddress import IPv4Address

from probes.facts.rdma_devices import Gid, Rdma, RdmaDevice, RdmaPort

ACTIVE = "ACTIVE"


@dataclass(frozen=True)
class UsableGid:
    """Where NCCL and perftest reach the fabric: device, port, index in its GID table."""

    device: str
    port: int
    index: int


def device_of(rdma: Rdma, interface: str) -> tuple[RdmaDevice, RdmaPort] | None:
    """The RDMA device and port of a network device; None when it has none."""
    ports = ((device, port) for device in rdma.devices for port in device.ports)
    return next(((device, port) for device, port in ports if port.netdev == interface), None)


def port_faults(rdma: Rdma, interface: str) -> tuple[str, ...]:
    """Why the network device cannot do RDMA: no subsystem, no device, a port that is not active."""
    if not rdma.has_subsystem:
        return ("the kernel has no RDMA subsystem: its modules are not loaded, or the container hides it",)
    found = device_of(rdma, interface)
    if found is None:
        names = ", ".join(device.name for device in rdma.devices) or "none"
        return (f"{interface} has no RDMA device (there are: {names})",)
    device, port = found
    is_active = port.state == ACTIVE
    return () if is_active else (f"{device.name} port {port.number} of {interface} is {port.state}",)


def usable_gid(rdma: Rdma, interface: str, address: IPv4Address) -> UsableGid | None:
    """The RoCE v2 entry that holds the fabric's IPv4 address; indexes differ by node and drift over boots."""
    found = device_of(rdma, interface)
    if found is None:
        return None
    device, port = found
    gid = next((gid for gid in port.gids if gid.is_usable and gid.ipv4 == address), None)
    return UsableGid(device.name, port.number, gid.index) if gid else None


def gid_faults(
    rdma: Rdma, interface: str, address: IPv4Address, pinned: int | None = None
) -> tuple[str, ...]:
    """Why no GID fits: none is RoCE v2 of this address, or another index is pinned (NCCL_IB_GID_INDEX)."""
    right = usable_gid(rdma, interface, address)
    if right is None:
        found = device_of(rdma, interface)
        held = ", ".join(map(_words, found[1].gids)) if found else "no RDMA device"
        return (f"{interface} has no RoCE v2 GID of {address}; it has {held or 'no GID'}",)
    if pinned not in {None, right.index}:
        return (f"GID index {pinned} is pinned, {right.device} has {address} at {right.index}",)
    return ()


def _words(gid: Gid) -> str:
    return f"[{gid.index}] {gid.ipv4 or gid.address} {gid.type or 'of no type'}"
