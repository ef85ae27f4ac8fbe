"""One entry of a configuration file that gives a network device something at boot."""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from probes.facts.iproute import Interface


@dataclass(frozen=True)
class AddressOwner:
    """`manager` is netplan, NetworkManager, networkd, udev, ifupdown or unit (a systemd service).

    `interfaces` are names or patterns, `mac` a hardware address; none of both matches every device.
    """

    manager: str
    path: str
    interfaces: tuple[str, ...] = ()
    mac: str | None = None
    addresses: tuple[Interface, ...] = ()
    dhcp: bool = False
    mtu: int | None = None

    def matches(self, interface: str, mac: str = "") -> bool:
        """Whether the entry is for this device."""
        if self.mac and self.mac.lower() != mac.lower():
            return False
        return not self.interfaces or any(fnmatchcase(interface, pattern) for pattern in self.interfaces)

    def __str__(self) -> str:
        return f"{self.manager} ({self.path})"
