"""RDMA in the block layouts: `ibstat` (infiniband-diags) and `ibv_devinfo [-v]` (rdma-core)."""

import re

from probes.facts.rdma_devices import Gid, RdmaDevice, RdmaPort, ipv6, rate_gbps
from probes.facts.sections import whole

CA = re.compile(r"^(?:CA '(?P<ca>[^'\n]+)'|hca_id:\s*(?P<hca>\S+))\s*$", re.MULTILINE)
PORT = re.compile(r"^\s+(?:Port (?P<ca>\d{1,3}):|port:\s+(?P<hca>\d{1,3}))\s*$", re.MULTILINE | re.ASCII)
GID = re.compile(
    r"GID\[ *(?P<index>\d{1,5})\]:\s*(?P<gid>[0-9a-fA-F:.]{2,45})(?:, (?P<type>[\w/ ]+?))?\s*$",
    re.MULTILINE | re.ASCII,
)


def of_blocks(text: str) -> tuple[RdmaDevice, ...]:
    """`ibstat` (infiniband-diags) and `ibv_devinfo [-v]` (rdma-core), or a part of one port's."""
    starts = list(CA.finditer(text))
    if not starts:
        port = _block_port(1, text)
        return (RdmaDevice("", (port,)),) if port.gids else ()
    ends = [start.start() for start in starts[1:]] + [len(text)]
    return tuple(
        _block(start["ca"] or start["hca"], text[start.end() : end])
        for start, end in zip(starts, ends, strict=True)
    )


def _block(name: str, body: str) -> RdmaDevice:
    starts = list(PORT.finditer(body))
    ends = [start.start() for start in starts[1:]] + [len(body)] * bool(starts)
    said = _said(body[: starts[0].start()] if starts else body)
    return RdmaDevice(
        name=name,
        ports=tuple(
            _block_port(int(start["ca"] or start["hca"]), body[start.end() : end])
            for start, end in zip(starts, ends, strict=True)
        ),
        firmware=said.get("fw_ver") or said.get("Firmware version"),
        node_guid=said.get("node_guid") or said.get("Node GUID"),
    )


def _said(body: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in body.splitlines() if ":" in line)
    return {key.strip(): value.strip() for key, _, value in pairs}


def _block_port(number: int, body: str) -> RdmaPort:
    said = _said(body)
    state = re.sub(r" \(\d+\)$", "", said.get("state") or said.get("State") or "")
    return RdmaPort(
        number=number,
        state=state.removeprefix("PORT_").upper(),
        physical_state=re.sub(r" \(\d+\)$", "", said.get("phys_state") or said.get("Physical state") or ""),
        rate_gbps=rate_gbps(said.get("Rate", "")),
        link_layer=said.get("link_layer") or said.get("Link layer") or "",
        max_mtu=whole(said.get("max_mtu", "").split(" ")[0]),
        active_mtu=whole(said.get("active_mtu", "").split(" ")[0]),
        gids=tuple(
            Gid.of(int(m["index"]), address, m["type"])
            for m in GID.finditer(body)
            if (address := ipv6(m["gid"]))
        ),
    )
