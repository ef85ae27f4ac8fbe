"""RDMA as its tools show it: rdma link, ibdev2netdev, ibv_devices, ibstat, ibv_devinfo, show_gids."""

import re
from collections.abc import Callable, Iterable
from itertools import groupby

from probes.facts.rdma_blocks import of_blocks
from probes.facts.rdma_devices import Gid, Rdma, RdmaDevice, RdmaPort, ipv6
from probes.facts.reading import Reading

LINK = re.compile(
    r"^(?:\d+/\d+: |link )(?P<device>[\w.-]+)/(?P<port>\d{1,3}):? +(?:subnet_prefix \S+ .*?)?"
    r"state (?P<state>\w+) physical_state (?P<physical>\w+)(?: netdev (?P<netdev>\S+))?",
    re.MULTILINE | re.ASCII,
)
NETDEV = re.compile(
    r"^(?P<device>[\w.-]+) port (?P<port>\d{1,3}) ==> (?P<netdev>\S+) \((?P<state>\w+)\)",
    re.MULTILINE | re.ASCII,
)
LISTED = re.compile(r"^ +(?P<device>[\w.-]+) +\t(?P<guid>[0-9a-f]{16})\s*$", re.MULTILINE | re.ASCII)
LISTED_HEAD = re.compile(r"^ +device +\t +node GUID\s*$", re.MULTILINE)
SHOWN = re.compile(
    r"^(?P<device>[\w.-]+)\t(?P<port>\d{1,3})\t(?P<index>\d{1,5})\t(?P<gid>[0-9a-f:]{2,45})\t(?P<ip>[\d.]*)\s*\t"
    r"v(?P<version>[12])(?:\t(?P<netdev>\S+))?\s*$",
    re.MULTILINE | re.ASCII,
)
NO_SUBSYSTEM = re.compile(r"Failed to open NETLINK_RDMA socket|No IB devices found")


def parse(text: str) -> Rdma:
    """Raises NotUnderstood when it is none of these tools' output."""
    for tool in TOOLS:
        if devices := tool(text):
            return Rdma(has_subsystem=True, devices=devices)
    if found := NO_SUBSYSTEM.search(text):
        return Rdma(has_subsystem="NETLINK" not in found[0])
    if LISTED_HEAD.search(text):
        return Rdma(has_subsystem=True)
    raise Reading(0, text).not_understood("an RDMA tool")


def _grouped(ports: Iterable[tuple[str, RdmaPort]]) -> tuple[RdmaDevice, ...]:
    ordered = sorted(ports, key=lambda pair: (pair[0], pair[1].number))
    return tuple(
        RdmaDevice(name, tuple(port for _, port in group))
        for name, group in groupby(ordered, lambda pair: pair[0])
    )


def of_rdma_link(text: str) -> tuple[RdmaDevice, ...]:
    """`rdma link` (iproute2)."""
    return _grouped(
        (m["device"], RdmaPort(int(m["port"]), m["state"], m["physical"], netdev=m["netdev"]))
        for m in LINK.finditer(text)
    )


def of_ibdev2netdev(text: str) -> tuple[RdmaDevice, ...]:
    """`ibdev2netdev` (MLNX_OFED, doca): the state is the network device's."""
    states = {"Up": "ACTIVE", "Down": "DOWN"}
    return _grouped(
        (
            m["device"],
            RdmaPort(int(m["port"]), states.get(m["state"], m["state"].upper()), netdev=m["netdev"]),
        )
        for m in NETDEV.finditer(text)
    )


def of_ibv_devices(text: str) -> tuple[RdmaDevice, ...]:
    """`ibv_devices` (rdma-core): names and GUIDs only."""
    return tuple(RdmaDevice(m["device"], node_guid=m["guid"]) for m in LISTED.finditer(text))


def of_show_gids(text: str) -> tuple[RdmaDevice, ...]:
    """`show_gids` (MLNX_OFED)."""
    rows = [m for m in SHOWN.finditer(text) if ipv6(m["gid"])]
    keys = dict.fromkeys((m["device"], int(m["port"])) for m in rows)
    return _grouped(
        (device, _shown_port(number, [m for m in rows if (m["device"], int(m["port"])) == (device, number)]))
        for device, number in keys
    )


def _shown_port(number: int, rows: list[re.Match[str]]) -> RdmaPort:
    versions = {"1": "RoCE v1", "2": "RoCE v2"}
    gids = (
        Gid.of(int(m["index"]), address, versions[m["version"]], m["netdev"])
        for m in rows
        if (address := ipv6(m["gid"]))
    )
    return RdmaPort(number, netdev=rows[0]["netdev"], gids=tuple(gids))


TOOLS: tuple[Callable[[str], tuple[RdmaDevice, ...]], ...] = (
    of_rdma_link,
    of_ibdev2netdev,
    of_ibv_devices,
    of_show_gids,
    of_blocks,
)
PARSERS = {"rdma": parse}
