"""What both engines' HTTP server (uvicorn) and Python itself write."""

import re

from probes.engine_log.events import Event, HttpUp, Listening, Problem, Request, Stopping
from probes.engine_log.lines import Line
from probes.engine_log.rules import Rule, count, rule

RULES: tuple[Rule, ...] = (
    rule(r"Application startup complete\.", lambda _: HttpUp()),
    rule(r"Uvicorn running on (https?://\S+)", lambda m: Listening(m[1])),
    rule(
        r'^\S+ - "([A-Z]+) (\S+) HTTP/[\d.]+" (\d{3})\b',
        lambda m: Request(m[1], m[2], count(m[3])),
    ),
    rule(r"^Shutting down$|Waiting for application shutdown", lambda m: Stopping(m.string.strip())),
)

RAISED = re.compile(r"^(?:\[rank\d+\]: ?)?(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit)\b(?::|$)")
FRAME = re.compile(r"^(?:\s{2,}|Traceback \(most recent|$|[\s^~]+$)")
"""The inside of a traceback, which names places and no cause."""

GRAVE = frozenset({"ERROR", "CRITICAL", "ERR"})


def problem(line: Line) -> Event | None:
    """A line of level ERROR or worse, or one that names what was raised."""
    if line.level in GRAVE and not FRAME.match(line.text):
        return Problem("ERROR", line.text.strip())
    if RAISED.match(line.text):
        return Problem("RAISED", line.text.strip())
    return None
