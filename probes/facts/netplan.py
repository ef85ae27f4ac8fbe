"""netplan's YAML, as much of it as gives devices addresses and MTU (netplan-yaml(5)).

YAML is read as an outline: nested mappings, block and flow lists, scalars. Anchors, multi-line scalars and
several documents do not occur there.
"""

import re
from collections.abc import Iterator

from probes.facts.iproute import interface
from probes.facts.ownership import AddressOwner
from probes.facts.sections import whole

DEVICE_KINDS = frozenset(
    {"ethernets", "bonds", "bridges", "vlans", "wifis", "dummy-devices", "tunnels", "vrfs"}
)
COMMENT = re.compile(r"(?:^|\s)#.*$")
KEY = re.compile(r"^(?P<key>\"[^\"]*\"|'[^']*'|[^\s:'\"\[{][^\s]*?):(?:\s+(?P<value>.*))?$")
TRUE = frozenset({"true", "yes", "on"})
Path = tuple[str, ...]


def pairs(text: str) -> Iterator[tuple[Path, str]]:
    """Every scalar with the keys above it; each item of a list under the list's own path."""
    opened: list[tuple[int, str]] = []
    for raw in text.splitlines():
        line = COMMENT.sub("", raw).rstrip()
        content = line.lstrip(" ")
        indent = len(line) - len(content)
        is_item = content == "-" or content.startswith("- ")
        # a list may stand at its own key's indentation
        opened = [entry for entry in opened if entry[0] < indent + is_item]
        content = content[1:].lstrip() if is_item else content
        path = tuple(key for _, key in opened)
        found = KEY.match(content)
        if found is None or (is_item and interface(_bare(content.rstrip(":")))):
            yield from _scalars(path, content.rstrip(":") if is_item else content)
        elif found["value"]:
            yield from _scalars((*path, _bare(found["key"])), found["value"])
        elif not is_item:
            opened.append((indent, _bare(found["key"])))


def _scalars(path: Path, value: str) -> Iterator[tuple[Path, str]]:
    value = value.strip()
    if value.startswith("[") and value.endswith("]"):
        yield from ((path, _bare(item)) for item in value[1:-1].split(",") if item.strip())
    elif value.startswith("{") and value.endswith("}"):
        for entry in value[1:-1].split(","):
            key, _, item = entry.partition(": ")
            yield (*path, _bare(key)), _bare(item)
    elif value:
        yield path, _bare(value)


def _bare(word: str) -> str:
    return word.strip().strip("\"'")


def owners(path: str, text: str) -> Iterator[AddressOwner]:
    """An owner for each device that the file configures."""
    devices: dict[Path, list[tuple[Path, str]]] = {}
    for keys, value in pairs(text):
        if len(keys) > 3 and keys[0] == "network" and keys[1] in DEVICE_KINDS:
            devices.setdefault(keys[:3], []).append((keys[3:], value))
    for (_, _, name), said in devices.items():
        yield _owner(path, name, said)


def _owner(path: str, name: str, said: list[tuple[Path, str]]) -> AddressOwner:
    def values(*keys: str) -> list[str]:
        return [value for found, value in said if found == keys]

    macs = values("match", "macaddress")
    names = values("match", "name") + values("set-name") or ([] if macs else [name])
    addresses = [ip for ip in map(interface, values("addresses")) if ip]
    return AddressOwner(
        manager="netplan",
        path=path,
        interfaces=tuple(names),
        mac=macs[0] if macs else None,
        addresses=tuple(addresses),
        dhcp=any(value.lower() in TRUE for value in values("dhcp4") + values("dhcp6")),
        mtu=next(filter(None, map(whole, values("mtu"))), None),
    )
