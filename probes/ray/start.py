"""What `ray start` prints: whether it started, and the address that it really took."""

import re
from dataclasses import dataclass

from probes.engine_log.lines import plain
from probes.facts.reading import Reading

LOCAL_IP = re.compile(r"Local node IP\s*: *(?P<ip>[\d.]+|[\da-fA-F:]*:[\da-fA-F:]+)")
JOIN = re.compile(r"ray start --address='?(?P<ip>[^\s':]+|\[[^\]]+\]):(?P<port>\d+)'?")
STARTED = "Ray runtime started."


@dataclass(frozen=True)
class RayStart:
    """`node_ip`: the address that Ray took, which need not be the one asked for; `port`: the head's."""

    is_started: bool
    node_ip: str | None
    port: int | None


def parse(reading: Reading) -> RayStart:
    """Raises NotUnderstood for a text that names neither address nor outcome."""
    text = "\n".join(plain(line) for line in reading.require("ray").stdout.splitlines())
    local, join = LOCAL_IP.search(text), JOIN.search(text)
    if local is None and STARTED not in text:
        raise reading.not_understood("ray start")
    port = int(join["port"][:9]) if join else None
    return RayStart(STARTED in text, local["ip"] if local else None, port)


PARSERS = {"ray_start": lambda text: parse(Reading(0, text))}
