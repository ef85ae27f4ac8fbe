"""RDMA devices, their ports and GIDs, from sysfs (sysfs-class-infiniband in the kernel's ABI documents)."""

import re

from probes.facts import sysfs
from probes.facts.rdma_devices import Gid, Rdma, RdmaDevice, RdmaPort, ipv6, rate_gbps
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


def _word(text: str) -> str:
    return text.partition(":")[2].strip() or text


FACTS = (Fact("rdma", COMMAND, parse),)
