"""What went through each network device since it came up, and what went wrong."""

from collections.abc import Mapping
from dataclasses import dataclass

from probes.facts import sysfs
from probes.facts.reading import Fact, Reading
from probes.facts.sections import whole

NETDEV = "cd /sys/class/net && grep -Hs '' */statistics/*; true"
RDMA = """\
cd /sys/class/infiniband 2>/dev/null || exit 0
grep -Hs '' */ports/*/counters/* */ports/*/hw_counters/*; true
"""
OCTETS_PER_WORD = 4
"""port_rcv_data and port_xmit_data count words of four octets (InfiniBand; sysfs-class-infiniband)."""

RDMA_TROUBLE = frozenset(
    """
    symbol_error link_error_recovery link_downed port_rcv_errors port_rcv_remote_physical_errors
    port_xmit_discards local_link_integrity_errors excessive_buffer_overrun_errors VL15_dropped
    out_of_buffer out_of_sequence duplicate_request rnr_nak_retry_err packet_seq_err implied_nak_seq_err
    local_ack_timeout_err resp_local_length_error resp_cqe_error req_cqe_error req_remote_invalid_request
    req_remote_access_errors resp_remote_access_errors rx_icrc_encapsulated
    """.split()  # noqa: SIM905 - twenty-three names read better as words
)
"""Counters of an RDMA port that only move when something is lost or retried (sysfs, mlx5)."""


@dataclass(frozen=True)
class Counters:
    """A network device's statistics; `other` are the driver's finer ones (rx_crc_errors, …)."""

    rx_bytes: int
    tx_bytes: int
    rx_packets: int
    tx_packets: int
    rx_errors: int
    tx_errors: int
    rx_dropped: int
    tx_dropped: int
    other: Mapping[str, int]


@dataclass(frozen=True)
class RdmaCounters:
    """An RDMA port's own counters: RoCE traffic bypasses the network device's."""

    rx_bytes: int
    tx_bytes: int
    errors: Mapping[str, int]


NAMED = tuple(name for name in Counters.__dataclass_fields__ if name != "other")


def parse(reading: Reading) -> dict[str, Counters]:
    """Counters by device. Raises NotUnderstood when there is not one."""
    tree = sysfs.values(reading.require("grep").stdout)
    found = {name: counts for name in sysfs.children(tree) if (counts := _statistics(tree, name))}
    if not found:
        raise reading.not_understood("/sys/class/net/*/statistics")
    return {name: _counters(counts) for name, counts in found.items()}


def _statistics(tree: dict[tuple[str, ...], str], name: str) -> dict[str, int]:
    pairs = ((key, whole(tree[name, "statistics", key])) for key in sysfs.children(tree, name, "statistics"))
    return {key: value for key, value in pairs if value is not None}


def _counters(counts: Mapping[str, int]) -> Counters:
    other = {key: value for key, value in counts.items() if key not in NAMED}
    return Counters(**{key: counts.get(key, 0) for key in NAMED}, other=other)


def parse_rdma(reading: Reading) -> dict[str, RdmaCounters]:
    """Counters by `DEVICE/PORT`; {} where there is no RDMA. Raises NotUnderstood for another text."""
    text = reading.require("grep").stdout
    tree = sysfs.values(text)
    keys = {(path[0], path[2]) for path in tree if len(path) == 5 and path[1] == "ports"}
    if text.strip() and not keys:
        raise reading.not_understood("/sys/class/infiniband/*/ports/*/counters")
    return {f"{device}/{port}": _rdma(tree, device, port) for device, port in sorted(keys)}


def _rdma(tree: dict[tuple[str, ...], str], device: str, port: str) -> RdmaCounters:
    counts = {
        path[4]: whole(value) or 0
        for path, value in tree.items()
        if path[:3] == (device, "ports", port) and len(path) == 5
    }
    return RdmaCounters(
        rx_bytes=counts.get("port_rcv_data", 0) * OCTETS_PER_WORD,
        tx_bytes=counts.get("port_xmit_data", 0) * OCTETS_PER_WORD,
        errors={name: count for name, count in counts.items() if name in RDMA_TROUBLE},
    )


FACTS = (Fact("counters", NETDEV, parse), Fact("rdma_counters", RDMA, parse_rdma))
