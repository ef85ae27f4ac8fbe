"""What iproute2 prints: JSON (`ip -j`), long text, or one line a device (`ip -br`)."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Interface, IPv6Interface, ip_interface
from typing import Any

Interface = IPv4Interface | IPv6Interface

DEVICE = re.compile(
    r"^\d{1,9}: (?P<name>[^\s:@]{1,15})(?:@\S+)?: <(?P<flags>[A-Z0-9_,-]*)> "
    r"mtu (?P<mtu>\d{1,9})\b(?P<rest>.*)$",
    re.ASCII,
)
STATE = re.compile(r"\bstate (?P<state>[A-Z]+)", re.ASCII)
MAC = re.compile(r"^\s+link/\S+ (?P<mac>[0-9a-f:]{11,59})\b", re.ASCII)
INET = re.compile(
    r"^\s+inet6? (?P<ip>[0-9a-fA-F:.]+)(?: peer \S+?)?(?P<prefix>/\d{1,3})?(?: .*?)?"
    r"\bscope (?P<scope>\w+)(?P<rest>.*)$",
    re.ASCII,
)
BRIEF = re.compile(
    r"^(?P<name>[^\s:@]{1,15})(?:@\S+)?\s+(?P<state>UP|DOWN|UNKNOWN|LOWERLAYERDOWN|DORMANT|TESTING|NOTPRESENT)"
    r"(?P<rest>(?:\s+\S+)*)\s*$",
    re.ASCII,
)
FLAGS = re.compile(r"<[A-Z0-9_,-]*>", re.ASCII)
ETHERNET = re.compile(r"[0-9a-f]{2}(?::[0-9a-f]{2}){5}", re.ASCII)


@dataclass(frozen=True)
class Held:
    """One address as a device holds it."""

    ip: Interface
    scope: str
    is_dynamic: bool


@dataclass(frozen=True)
class Device:
    """One device as iproute2 shows it; `mtu` is None in the brief form, which has none."""

    name: str
    flags: frozenset[str]
    state: str
    mtu: int | None
    mac: str
    held: tuple[Held, ...]


def rows(text: str) -> list[dict[str, Any]] | None:
    """The objects of `ip -j …`; None when the text is no JSON list of objects."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        return None
    return [row for row in found if row]


def devices(text: str) -> tuple[Device, ...]:
    """The devices in any of the three forms; () when the text has none of them."""
    found = rows(text)
    if found is not None:
        return tuple(filter(None, map(_from_json, found)))
    return tuple(_from_text(text)) or tuple(_from_brief(text))


def interface(address: object, prefix: object = None) -> Interface | None:
    """An address with its prefix; None when it is none."""
    try:
        return ip_interface(str(address) if prefix is None else f"{address}/{prefix}")
    except ValueError:
        return None


def _from_json(row: dict[str, Any]) -> Device | None:
    name, flags, mtu = row.get("ifname"), row.get("flags"), row.get("mtu")
    if not isinstance(name, str) or not isinstance(flags, list):
        return None
    listed = row.get("addr_info")
    entries = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    return Device(
        name=name,
        flags=frozenset(map(str, flags)),
        state=str(row.get("operstate", "UNKNOWN")),
        mtu=mtu if isinstance(mtu, int) else None,
        mac=str(row.get("address", "")),
        held=tuple(filter(None, map(_held_json, entries))),
    )


def _held_json(entry: dict[str, Any]) -> Held | None:
    ip = interface(entry.get("local"), entry.get("prefixlen"))
    return Held(ip, str(entry.get("scope", "")), entry.get("dynamic") is True) if ip else None


def _from_text(text: str) -> Iterator[Device]:
    blocks: list[list[str]] = []
    for line in text.splitlines():
        if DEVICE.match(line):
            blocks.append([line])
        elif blocks:
            blocks[-1].append(line)
    return map(_block, blocks)


def _block(lines: list[str]) -> Device:
    head = DEVICE.match(lines[0])
    assert head is not None
    state = STATE.search(head["rest"])
    macs = [found["mac"] for found in map(MAC.match, lines) if found]
    return Device(
        name=head["name"],
        flags=frozenset(head["flags"].split(",")) - {""},
        state=state["state"] if state else "UNKNOWN",
        mtu=int(head["mtu"]),
        mac=macs[0] if macs else "",
        held=tuple(filter(None, (_held_text(line) for line in lines[1:]))),
    )


def _held_text(line: str) -> Held | None:
    found = INET.match(line)
    ip = interface(found["ip"] + (found["prefix"] or "")) if found else None
    return Held(ip, found["scope"], " dynamic" in line) if found and ip else None


def _from_brief(text: str) -> Iterator[Device]:
    return (_line(found) for found in map(BRIEF.match, text.splitlines()) if found)


def _line(found: re.Match[str]) -> Device:
    words = found["rest"].split()
    ips = [ip for ip in (interface(word) for word in words if "/" in word) if ip]
    shown = next(
        (word for word in words if FLAGS.fullmatch(word)), "<UP>" if found["state"] == "UP" else "<>"
    )
    return Device(
        name=found["name"],
        flags=frozenset(shown.strip("<>").split(",")) - {""},
        state=found["state"],
        mtu=None,
        mac=next((word for word in words if ETHERNET.fullmatch(word)), ""),
        held=tuple(Held(ip, "link" if ip.ip.is_link_local else "global", is_dynamic=False) for ip in ips),
    )
