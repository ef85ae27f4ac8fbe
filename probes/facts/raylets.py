"""The raylets that run on a node, in containers too: whose cluster they joined, and their environment."""

import re
from dataclasses import dataclass

from probes.facts.reading import Fact, Reading

COMMAND = """\
for dir in /proc/[0-9]*; do
  [ "$(cat "$dir/comm" 2>/dev/null)" = raylet ] || continue
  echo "@@ ${dir#/proc/}"
  tr '\\0' '\\n' < "$dir/cmdline" 2>/dev/null | grep -E '^--(gcs-address|node_ip_address|session-name)='
  [ -r "$dir/environ" ] || echo unreadable
  tr '\\0' '\\n' < "$dir/environ" 2>/dev/null | grep -E '^RAY_memory_monitor_refresh_ms='
done
true
"""
PID = re.compile(r"@@ (\d{1,9})", re.ASCII)
MONITOR = "RAY_memory_monitor_refresh_ms"


@dataclass(frozen=True)
class Raylet:
    """One raylet. None: not said, or (`memory_monitor_refresh_ms`) not set, so that Ray's default holds.

    `is_environment_readable`: whether this account may see what is set.
    """

    pid: int
    gcs_address: str | None
    node_ip: str | None
    session: str | None
    memory_monitor_refresh_ms: str | None
    is_environment_readable: bool

    @property
    def is_memory_monitor_off(self) -> bool:
        """Ray switches the monitor off for an interval of 0 (ray_config_def.h)."""
        return self.memory_monitor_refresh_ms == "0"


def parse(reading: Reading) -> tuple[Raylet, ...]:
    """Raises NotUnderstood for a text that is not the command's own."""
    lines = reading.require("sh").stdout.splitlines()
    starts = [number for number, line in enumerate(lines) if PID.fullmatch(line)]
    if lines and starts[:1] != [0]:
        raise reading.not_understood("the raylets of /proc")
    ends = [*starts[1:], len(lines)]
    return tuple(_raylet(lines[start:end]) for start, end in zip(starts, ends, strict=False))


def _raylet(lines: list[str]) -> Raylet:
    said = dict(line.removeprefix("--").split("=", 1) for line in lines[1:] if "=" in line)
    return Raylet(
        pid=int(lines[0].removeprefix("@@ ")),
        gcs_address=said.get("gcs-address"),
        node_ip=said.get("node_ip_address"),
        session=said.get("session-name"),
        memory_monitor_refresh_ms=said.get(MONITOR),
        is_environment_readable="unreadable" not in lines,
    )


FACTS = (Fact("raylets", COMMAND, parse),)
