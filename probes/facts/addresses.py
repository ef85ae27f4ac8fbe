"""Which addresses the devices hold now."""

from dataclasses import dataclass

from probes.facts.iproute import Interface, devices, rows
from probes.facts.reading import Fact, Reading

COMMAND = "ip -j addr 2>/dev/null || ip addr"


@dataclass(frozen=True)
class Address:
    """One address of one device; `is_dynamic`: it came with a lifetime (DHCP, router advertisement)."""

    interface: str
    ip: Interface
    scope: str
    is_dynamic: bool = False

    def __str__(self) -> str:
        return f"{self.ip} on {self.interface}"


class Addresses(tuple[Address, ...]):
    """All addresses of a node; an address, with or without its prefix, is `in` it when a device holds it."""

    __slots__ = ()

    def __contains__(self, wanted: object) -> bool:
        return any(wanted in (held, held.ip, held.ip.ip) for held in tuple(self))

    def on(self, interface: str) -> tuple[Interface, ...]:
        """The addresses of one device."""
        return tuple(held.ip for held in tuple(self) if held.interface == interface)


def parse(reading: Reading) -> Addresses:
    """Raises NotUnderstood when no device is shown."""
    found = devices(reading.require("ip").stdout)
    if not found and rows(reading.stdout) != []:
        raise reading.not_understood("ip addr")
    return Addresses(
        Address(device.name, held.ip, held.scope, held.is_dynamic) for device in found for held in device.held
    )


FACTS = (Fact("addresses", COMMAND, parse),)
