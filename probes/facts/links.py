"""Links: state, carrier, MTU, hardware address, speed, driver and place on the PCI bus, from sysfs."""

import re
from dataclasses import dataclass

from probes.facts import iproute, sysfs
from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections, whole

COMMAND = """\
cd /sys/class/net || exit
echo '@@ values'; grep -Hs '' */flags */mtu */operstate */carrier */address */speed
echo '@@ devices'
for d in */device; do
  [ -e "$d" ] && echo "${d%/device} $(readlink -f "$d") $(readlink -f "$d/driver")"
done
true
"""
IFF_UP = 0x1
"""netdevice(7)."""
PCI = re.compile(r"[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]", re.ASCII)


@dataclass(frozen=True)
class Link:
    """One network device.

    `up` is what the administrator set, `carrier` what the cable says (None: not to be read while down).
    `speed_mbps` is what was negotiated, no proof of what it carries; None where there is none to read.
    `pci` is the bus address (`0002:01:00.1`) of a device that sits on PCI.
    """

    name: str
    up: bool
    operstate: str
    carrier: bool | None
    mtu: int
    mac: str
    speed_mbps: int | None = None
    driver: str | None = None
    pci: str | None = None


def parse(reading: Reading) -> dict[str, Link]:
    """Links by name. Raises NotUnderstood when there is not one."""
    parts = sections(reading.require("grep").stdout)
    tree = sysfs.values(parts.get("values", ""))
    places = dict(map(_place, parts.get("devices", "").splitlines()))
    names = [name for name in sysfs.children(tree) if whole(tree.get((name, "mtu"), "")) is not None]
    if not names:
        raise reading.not_understood("/sys/class/net")
    return {name: _link(name, tree, *places.get(name, (None, None))) for name in names}


def _link(name: str, tree: dict[tuple[str, ...], str], pci: str | None, driver: str | None) -> Link:
    carrier = tree.get((name, "carrier"))
    return Link(
        name=name,
        up=bool(_hexadecimal(tree.get((name, "flags"), "")) & IFF_UP),
        operstate=tree.get((name, "operstate"), "unknown"),
        carrier=None if carrier is None else carrier == "1",
        mtu=whole(tree[name, "mtu"]) or 0,
        mac=tree.get((name, "address"), ""),
        # a link that is down, and every virtual one without a speed, reads -1 or EINVAL
        speed_mbps=whole(tree.get((name, "speed"), "")) or None,
        driver=driver,
        pci=pci,
    )


def _hexadecimal(text: str) -> int:
    return int(text, 16) if re.fullmatch(r"0x[0-9a-f]{1,8}", text) else 0


def _place(line: str) -> tuple[str, tuple[str | None, str | None]]:
    name, _, rest = line.partition(" ")
    path, _, driver = rest.partition(" ")
    buses = PCI.findall(path)
    return name, (buses[-1] if buses else None, driver.rsplit("/", 1)[-1] or None)


def of_iproute(text: str) -> dict[str, Link]:
    """Links from `ip [-j] link` or `ip [-j] addr`: without speed, driver and bus."""
    found = [device for device in iproute.devices(text) if device.mtu is not None]
    if not found:
        raise Reading(0, text).not_understood("ip link")
    return {
        device.name: Link(
            name=device.name,
            up="UP" in device.flags,
            operstate=device.state.lower(),
            carrier="LOWER_UP" in device.flags,
            mtu=device.mtu or 0,
            mac=device.mac,
        )
        for device in found
    }


FACTS = (Fact("links", COMMAND, parse),)
PARSERS = {"links": of_iproute}
