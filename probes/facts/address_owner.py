"""Who gives the network devices their addresses and MTU at the next boot: what the files say, not what is.

Folders under /run are left out: what stands there is gone after a reboot.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from probes.facts import ifupdown, keyfiles, netplan
from probes.facts.iproute import Interface
from probes.facts.ownership import AddressOwner
from probes.facts.reading import Fact, Reading

COMMAND = r"""
show() {
  kind=$1; shift
  for f; do
    [ -f "$f" ] || continue
    [ -r "$f" ] || { echo "@@denied $kind $f"; continue; }
    echo "@@file $kind $f"
    grep -viE 'psk|passw|secret|private|wep-|token|identity' "$f"
  done
}
show netplan /etc/netplan/*.yaml /lib/netplan/*.yaml
show NetworkManager /etc/NetworkManager/system-connections/* /usr/lib/NetworkManager/system-connections/*
show networkd /etc/systemd/network/*.network /etc/systemd/network/*.network.d/*.conf \
  /usr/local/lib/systemd/network/*.network /usr/lib/systemd/network/*.network
show udev /etc/systemd/network/*.link /usr/lib/systemd/network/*.link
show ifupdown /etc/network/interfaces /etc/network/interfaces.d/*
[ -d /etc/netplan ] && ! [ -r /etc/netplan ] && echo '@@denied netplan /etc/netplan'
nm=/etc/NetworkManager/system-connections
[ -d $nm ] && ! [ -r $nm ] && echo "@@denied NetworkManager $nm"
units=$(grep -lsE 'ip( -[0-9a-z]+)* (a|addr|address|link) .*(add|replace|set)' /etc/systemd/system/*.service)
[ -n "$units" ] && show unit $units
for u in systemd-networkd.service NetworkManager.service networking.service $units; do
  echo "@@enabled ${u##*/} $(systemctl is-enabled "${u##*/}" 2>/dev/null)"
done
true
"""
MARK = re.compile(r"^@@(file|denied|enabled) (\S+) ?(.*)$", re.MULTILINE)
DROP_IN = re.compile(r"\.network\.d/.*$")
SERVICES = {
    "networkd": "systemd-networkd.service",
    "NetworkManager": "NetworkManager.service",
    "ifupdown": "networking.service",
}
AT_BOOT = frozenset({"enabled", "enabled-runtime", "alias", "static", "generated"})


@dataclass(frozen=True)
class AddressOwners:
    """Everything that configures a device at boot.

    `starts` says of each service whether it starts at boot; `unread` are files that may not be read.
    """

    owners: tuple[AddressOwner, ...]
    starts: Mapping[str, bool]
    unread: tuple[str, ...] = ()

    def of(self, interface: str, mac: str = "") -> tuple[AddressOwner, ...]:
        """Those that match the device and really run at boot."""
        return tuple(o for o in self.owners if o.matches(interface, mac) and self.runs(o))

    def of_address(self, wanted: Interface, interface: str, mac: str = "") -> AddressOwner | None:
        """The first that gives the device this address; None when nobody does."""
        return next((o for o in self.of(interface, mac) if wanted in o.addresses), None)

    def runs(self, owner: AddressOwner) -> bool:
        """Whether the owner's service starts at boot. netplan brings its own; udev always runs."""
        service = owner.path.rsplit("/", 1)[-1] if owner.manager == "unit" else SERVICES.get(owner.manager)
        return service is None or self.starts.get(service, False)


READERS: dict[str, Callable[[str, str], Iterator[AddressOwner]]] = {
    "netplan": netplan.owners,
    "NetworkManager": keyfiles.of_network_manager,
    "networkd": keyfiles.of_networkd,
    "udev": keyfiles.of_link_file,
    "ifupdown": ifupdown.owners,
    "unit": ifupdown.of_unit,
}


def parse(reading: Reading) -> AddressOwners:
    """Raises NotUnderstood when the text is not what the command prints."""
    text = reading.require("grep").stdout
    marks = list(MARK.finditer(text))
    if not marks:
        raise reading.not_understood("the network's configuration files")
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    files: dict[tuple[str, str], str] = {}
    for mark, end in zip(marks, ends, strict=True):
        if mark[1] == "file" and mark[2] in READERS:
            key = (mark[2], DROP_IN.sub(".network", mark[3]))
            files[key] = files.get(key, "") + text[mark.end() : end]
    return AddressOwners(
        owners=tuple(o for (kind, path), body in files.items() for o in READERS[kind](path, body)),
        starts={mark[2]: mark[3].strip() in AT_BOOT for mark in marks if mark[1] == "enabled"},
        unread=tuple(mark[3] for mark in marks if mark[1] == "denied"),
    )


FACTS = (Fact("address_owners", COMMAND, parse),)
