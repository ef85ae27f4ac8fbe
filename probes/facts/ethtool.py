"""What `ethtool DEV` and `ethtool -i DEV` print, of one device or several one after another (ethtool(8))."""

import re
from dataclasses import dataclass

from probes.facts.reading import Reading

START = re.compile(r"^(?:Settings for (?P<name>\S+):|driver: (?P<driver>\S+))\s*$", re.MULTILINE | re.ASCII)
SPEED = re.compile(r"(\d{1,9})Mb/s", re.ASCII)
SWITCH = {"yes": True, "no": False, "on": True, "off": False}


@dataclass(frozen=True)
class EthtoolPort:
    """One device. `ethtool` fills name to link_detected, `ethtool -i` fills driver to pci.

    `speed_mbps` is None for `Unknown!`: no link.
    """

    name: str | None = None
    speed_mbps: int | None = None
    duplex: str | None = None
    auto_negotiation: bool | None = None
    port: str | None = None
    link_detected: bool | None = None
    driver: str | None = None
    driver_version: str | None = None
    firmware: str | None = None
    pci: str | None = None


def parse(text: str) -> tuple[EthtoolPort, ...]:
    """The devices in order. Raises NotUnderstood when there is none."""
    starts = list(START.finditer(text))
    ends = [start.start() for start in starts[1:]] + [len(text)]
    if not starts:
        raise Reading(0, text).not_understood("ethtool")
    return tuple(
        _port(start["name"], start["driver"], text[start.end() : end])
        for start, end in zip(starts, ends, strict=True)
    )


def _port(name: str | None, driver: str | None, body: str) -> EthtoolPort:
    pairs = (line.partition(":") for line in body.splitlines() if ":" in line)
    said = {key.strip(): value.strip() for key, _, value in pairs}
    speed = SPEED.match(said.get("Speed", ""))
    return EthtoolPort(
        name=name,
        speed_mbps=int(speed[1]) if speed else None,
        duplex=said.get("Duplex"),
        auto_negotiation=SWITCH.get(said.get("Auto-negotiation", "")),
        port=said.get("Port"),
        link_detected=SWITCH.get(said.get("Link detected", "")),
        driver=driver,
        driver_version=said.get("version"),
        firmware=said.get("firmware-version"),
        pci=said.get("bus-info"),
    )


PARSERS = {"ethtool": parse}
