"""Is the fabric as declared on this node: device, address, MTU, route, and what outlasts a reboot?"""

from collections.abc import Mapping
from ipaddress import IPv4Interface

from inventory.errors import CannotTell
from probes.facts.address_owner import AddressOwners
from probes.facts.addresses import Addresses
from probes.facts.links import Link
from probes.facts.neighbour_answers import PeerRoute
from probes.facts.pcie import PcieDevice
from probes.facts.rdma_devices import Rdma

KERNEL_MTU = 1500
"""What an Ethernet device has when nobody sets an MTU."""


def interface_faults(links: Mapping[str, Link], name: str) -> tuple[str, ...]:
    """Why the device cannot carry the fabric: it is missing, set down, or has no carrier."""
    link = links.get(name)
    if link is None:
        return (f"{name} does not exist; there are {', '.join(sorted(links))}",)
    if not link.up:
        return (f"{name} is set down",)
    return () if link.carrier else (f"{name} has no carrier (state {link.operstate})",)


def address_missing(addresses: Addresses, wanted: IPv4Interface, interface: str) -> tuple[str, ...]:
    """What stands there instead of the wanted address and prefix."""
    if wanted in addresses.on(interface):
        return ()
    near = [held for held in tuple(addresses) if held.ip.ip == wanted.ip]
    if near:
        return tuple(f"{held} instead of {wanted} on {interface}" for held in near)
    held = ", ".join(map(str, addresses.on(interface))) or "no address"
    return (f"{interface} has {held}, not {wanted}",)


def mtus_differ(mtus: Mapping[str, int], declared: int | None = None) -> tuple[str, ...]:
    """The nodes whose MTU is not the declared one; without a declared one all of them, if they differ."""
    if declared is None:
        return () if len(set(mtus.values())) < 2 else tuple(f"{n} has MTU {mtu}" for n, mtu in mtus.items())
    return tuple(f"{n} has MTU {mtu}, declared {declared}" for n, mtu in mtus.items() if mtu != declared)


def leaves_by(route: PeerRoute, interface: str) -> tuple[str, ...]:
    """How packets for a peer's fabric address leave, if not by the fabric's device and directly."""
    if route.device is None:
        return (f"no route to {route.address}: {route.words}",)
    if route.device != interface:
        return (f"packets for {route.address} leave by {route.device}, not by {interface}",)
    return (f"packets for {route.address} go through {route.gateway}",) if route.gateway else ()


def not_persistent(
    owners: AddressOwners, link: Link, wanted: IPv4Interface, mtu: int | None = None
) -> tuple[str, ...]:
    """What the next boot would not bring back: the address, the MTU (where it is not the kernel's own).

    Raises CannotTell when nothing that may be read gives them and something may not be read.
    """
    matching = owners.of(link.name, link.mac)
    has_address = owners.of_address(wanted, link.name, link.mac) or any(owner.dhcp for owner in matching)
    has_mtu = mtu in {None, KERNEL_MTU} or any(owner.mtu == mtu for owner in matching)
    missing = [f"address {wanted}"] * (not has_address) + [f"MTU {mtu}"] * (not has_mtu)
    if missing and owners.unread:
        raise CannotTell(
            f"who gives {link.name} its {' and its '.join(missing)} at boot",
            f"{', '.join(owners.unread)} may not be read",
            "let the user read it: sudo = true for the node",
        )
    return tuple(f"nobody gives {link.name} its {what} at boot" for what in missing)


def speed_faults(link: Link, link_gbps: float) -> tuple[str, ...]:
    """A link slower than declared. That it is fast enough proves no throughput: only a measurement does.

    Raises CannotTell when the device names no speed.
    """
    if link.speed_mbps is None:
        raise CannotTell(
            f"the speed of {link.name}", "the device names none", "see that it is up: ethtool names the speed"
        )
    seen_gbps = link.speed_mbps / 1000
    return () if seen_gbps >= link_gbps else (f"{link.name} runs at {seen_gbps:g} Gb/s, not {link_gbps:g}",)


def narrow_pcie(pcie: Mapping[str, PcieDevice], links: Mapping[str, Link], interface: str) -> tuple[str, ...]:
    """The PCIe links of the fabric's device and its twins that run with fewer lanes than they could."""
    devices = ((name, pcie.get(links[name].pci or "")) for name in twins(links, interface))
    return tuple(
        f"{name} ({device.address}) uses {device.width} PCIe lanes of {device.possible_width}"
        for name, device in devices
        if device and device.is_narrow
    )


def twins(links: Mapping[str, Link], interface: str) -> tuple[str, ...]:
    """The devices of one physical port: same driver, bus, device and function in different PCI domains.

    A ConnectX-7 of a DGX Spark hangs on two PCIe roots, so that one cable brings up two devices.
    """
    own = links.get(interface)
    if own is None or own.pci is None:
        return (interface,) if own else ()
    place = own.pci.partition(":")[2]
    same = (
        link.name
        for link in links.values()
        if link.driver == own.driver and link.pci and link.pci.partition(":")[2] == place
    )
    return tuple(sorted(same))


def topology(
    links: Mapping[str, Link], rdma: Rdma, pcie: Mapping[str, PcieDevice], interface: str
) -> dict[str, str]:
    """What a bandwidth floor belongs to: driver, devices in use, PCIe, MTU, RDMA, as words."""
    used = [links[name] for name in twins(links, interface) if links[name].carrier]
    devices = {port.netdev for device in rdma.devices for port in device.ports if port.state == "ACTIVE"}
    lanes = {_lanes(pcie.get(link.pci or "")) for link in used}
    return {
        "driver": ", ".join(sorted({link.driver or "none" for link in used})),
        "devices": str(len(used)),
        "pcie": ", ".join(sorted(lanes)),
        "mtu": ", ".join(sorted({str(link.mtu) for link in used})),
        "rdma": "yes" if devices & {link.name for link in used} else "no",
    }


def _lanes(device: PcieDevice | None) -> str:
    return f"{device.speed_gt_s:g} GT/s x{device.width}" if device and device.speed_gt_s else "none"
