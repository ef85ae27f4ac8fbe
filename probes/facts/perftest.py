"""What perftest prints (ib_write_bw, ib_send_bw, ib_write_lat, …): a pair's bandwidth or latency."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address

from probes.facts.reading import Reading

SAID = re.compile(r"(?P<key>[A-Z][\w ./-]*?)\s*: (?P<value>\S+)", re.ASCII)
GID = re.compile(r"^ GID:\s+(?P<octets>\d{1,3}(?::\d{1,3}){15})\s*$", re.MULTILINE | re.ASCII)
BANDWIDTH_HEAD = re.compile(r"#bytes\s+#iterations\s+BW peak\[(?P<unit>\w+)/sec\]", re.ASCII)
LATENCY_HEAD = re.compile(r"#bytes\s+#iterations\s+t_min\[usec\]", re.ASCII)
NUMBER = r"\d{1,15}(?:\.\d{1,9})?"
ROW = re.compile(rf"^[ \t]*(\d{{1,15}})\s+(\d{{1,15}})((?:\s+{NUMBER}){{3,8}})\s*$", re.MULTILINE | re.ASCII)
GBPS_PER_UNIT = {"Gb": 1.0, "MB": 8 * 1024**2 / 1e9}
"""perftest's MB is 2^20 bytes (its manual page)."""


@dataclass(frozen=True)
class Perftest:
    """One run. Bandwidth in Gb/s (the last row's average; the peak is 0 in endless mode and is not kept),
    latency in µs (typical and average of the last row); None where the test does not measure it.
    """

    device: str | None
    link_type: str | None
    gid_index: int | None
    mtu_bytes: int | None
    local: IPv4Address | None
    remote: IPv4Address | None
    message_bytes: int
    average_gbps: float | None = None
    typical_us: float | None = None
    average_us: float | None = None


def parse(text: str) -> Perftest:
    """Raises NotUnderstood when there is no row of results."""
    rows = ROW.findall(text)
    bandwidth, latency = BANDWIDTH_HEAD.search(text), LATENCY_HEAD.search(text)
    if not rows or not (bandwidth or latency):
        raise Reading(0, text).not_understood("perftest")
    said = {m["key"].strip(): m["value"] for m in SAID.finditer(text)}
    size, _, figures = rows[-1]
    values = [float(word) for word in figures.split()]
    measured = _bandwidth(bandwidth["unit"], values) if bandwidth else _latency(values)
    addresses = [_address(m["octets"]) for m in GID.finditer(text)]
    return Perftest(
        device=said.get("Device"),
        link_type=said.get("Link type"),
        gid_index=_whole(said.get("GID index")),
        mtu_bytes=_whole(said.get("Mtu")),
        local=addresses[0] if addresses else None,
        remote=addresses[1] if len(addresses) > 1 else None,
        message_bytes=int(size),
        **measured,
    )


def _bandwidth(unit: str, values: list[float]) -> dict[str, float]:
    return {"average_gbps": values[1] * GBPS_PER_UNIT[unit]} if unit in GBPS_PER_UNIT else {}


def _latency(values: list[float]) -> dict[str, float]:
    # t_min t_max t_typical t_avg …
    return {"typical_us": values[2], "average_us": values[3]} if len(values) > 3 else {}


def _address(octets: str) -> IPv4Address | None:
    numbers = [int(octet) for octet in octets.split(":")]
    is_mapped = not any(numbers[:10]) and numbers[10:12] == [255, 255] and max(numbers) <= 255
    return IPv4Address(bytes(numbers[12:])) if is_mapped else None


def _whole(text: str | None) -> int | None:
    found = re.match(r"\d{1,9}", text or "", re.ASCII)
    return int(found[0]) if found else None


PARSERS = {"perftest": parse}
