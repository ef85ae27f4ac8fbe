"""PCIe links of network cards and GPUs: generation and width, now and at most."""

import re
from dataclasses import dataclass

from probes.facts import sysfs
from probes.facts.reading import Fact, Reading
from probes.facts.sections import whole

COMMAND = """\
cd /sys/bus/pci/devices 2>/dev/null || exit 0
set -- $(grep -ls -E '^0x0[23]' */class)
for c; do
  d=${c%/class}
  grep -Hs '' "$c" "$d/current_link_speed" "$d/current_link_width" "$d/max_link_speed" "$d/max_link_width" \\
    "$d/../max_link_width"
done
true
"""
SPEED = re.compile(r"(\d{1,3}(?:\.\d)?) ?GT/s", re.ASCII)
LSPCI_DEVICE = re.compile(
    r"^(?P<address>(?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]) (?P<kind>[^:\n]+)", re.ASCII
)
LSPCI_LINK = re.compile(
    r"^\s+(?P<which>LnkCap|LnkSta):.*?Speed (?P<speed>[\d.]{1,6})GT/s.*?Width x(?P<width>\d{1,3})", re.ASCII
)
NETWORK, DISPLAY = 0x02, 0x03
KINDS = {
    "Ethernet controller": NETWORK << 16,
    "Infiniband controller": (NETWORK << 16) + 0x0700,
    "Network controller": (NETWORK << 16) + 0x8000,
    "VGA compatible controller": DISPLAY << 16,
    "3D controller": (DISPLAY << 16) + 0x0200,
}
"""Base classes and subclasses of the PCI ID database."""


@dataclass(frozen=True)
class PcieDevice:
    """A device's link: speed a lane in GT/s, lanes; None where the device has no such link (virtual).

    `slot_width` is what the port above can do: a device may be able to use more lanes than its slot has.
    """

    address: str
    class_code: int
    speed_gt_s: float | None
    width: int | None
    max_speed_gt_s: float | None
    max_width: int | None
    slot_width: int | None = None

    @property
    def possible_width(self) -> int | None:
        """The lanes that device and slot can use together."""
        return min((lanes for lanes in (self.max_width, self.slot_width) if lanes), default=None)

    @property
    def is_narrow(self) -> bool:
        """Fewer lanes than possible. (An idle GPU lowers its speed, never its width.)"""
        return bool(self.width and self.possible_width and self.width < self.possible_width)


def parse(reading: Reading) -> dict[str, PcieDevice]:
    """Devices by PCI address; {} where there is no bus. Raises NotUnderstood for another text."""
    text = reading.require("grep").stdout
    tree = sysfs.values(text)
    found = {path[0]: _device(path[0], tree) for path in tree if path[1:] == ("class",)}
    if text.strip() and not found:
        raise reading.not_understood("/sys/bus/pci/devices")
    return found


def _device(address: str, tree: dict[tuple[str, ...], str]) -> PcieDevice:
    def lanes(*name: str) -> int | None:
        # 255 is what a port without a link reads (PCIe: all ones)
        count = whole(tree.get((address, *name), ""))
        return None if count in {0, 255} else count

    def speed(name: str) -> float | None:
        found = SPEED.match(tree.get((address, name), ""))
        return float(found[1]) if found else None

    code = re.fullmatch(r"0x([0-9a-f]{1,6})", tree[address, "class"])
    return PcieDevice(
        address,
        int(code[1], 16) if code else 0,
        speed("current_link_speed"),
        lanes("current_link_width"),
        speed("max_link_speed"),
        lanes("max_link_width"),
        lanes("..", "max_link_width"),
    )


def of_lspci(text: str) -> dict[str, PcieDevice]:
    """The same from `lspci -vv`. Raises NotUnderstood when it shows no network or display device's link."""
    links: dict[str, dict[str, tuple[float, int]]] = {}
    kinds: dict[str, int] = {}
    address = ""
    for line in text.splitlines():
        if head := LSPCI_DEVICE.match(line):
            address = head["address"] if head["address"].count(":") > 1 else f"0000:{head['address']}"
            kinds[address] = KINDS.get(head["kind"], 0)
        elif (link := LSPCI_LINK.match(line)) and kinds.get(address):
            links.setdefault(address, {})[link["which"]] = (_gt_s(link["speed"]), int(link["width"]))
    if not links:
        raise Reading(0, text).not_understood("lspci -vv")
    return {key: _of_links(key, kinds[key], found) for key, found in links.items()}


def _gt_s(text: str) -> float:
    found = re.fullmatch(r"\d{1,3}(\.\d)?", text)
    return float(found[0]) if found else 0.0


def _of_links(address: str, kind: int, found: dict[str, tuple[float, int]]) -> PcieDevice:
    speed_gt_s, width = found.get("LnkSta", (None, None))
    max_speed_gt_s, max_width = found.get("LnkCap", (None, None))
    return PcieDevice(address, kind, speed_gt_s, width, max_speed_gt_s, max_width)


FACTS = (Fact("pcie", COMMAND, parse),)
PARSERS = {"pcie": of_lspci}
