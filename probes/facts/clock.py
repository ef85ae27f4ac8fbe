"""What time a node has, and whether anything keeps it right."""

import re
from dataclasses import dataclass

from probes.facts.reading import Fact, Reading
from probes.facts.sections import assignments, sections

COMMAND = """\
echo '@@ date'; date +%s.%N
echo '@@ timedatectl'; timedatectl show 2>/dev/null
echo '@@ chrony'; chronyc -c tracking 2>/dev/null
true
"""
EPOCH = re.compile(r"\d{1,12}\.\d{9}", re.ASCII)
SAID = {"yes": True, "no": False}
CHRONY_LEAP = 13
"""Column of `chronyc -c tracking` that holds the leap status (chronyc(1)); "Not synchronised" is its no."""


@dataclass(frozen=True)
class Clock:
    """A node's time, in seconds since the epoch, when the fact was read.

    `synchronised` is None where neither timedatectl nor chrony answers; `service` names who does.
    """

    epoch_s: float
    synchronised: bool | None
    service: str | None


def _by_chrony(text: str) -> bool | None:
    columns = text.strip().split(",")
    return None if len(columns) <= CHRONY_LEAP else columns[CHRONY_LEAP] != "Not synchronised"


def parse(reading: Reading) -> Clock:
    """Raises NotUnderstood when the time is not there."""
    reading.require("date")
    parts = sections(reading.stdout)
    date = parts.get("date", "").strip()
    if not EPOCH.fullmatch(date):
        raise reading.not_understood("date +%s.%N")
    kernel_says = SAID.get(assignments(parts.get("timedatectl", "")).get("NTPSynchronized", ""))
    chrony_says = _by_chrony(parts.get("chrony", ""))
    answers = {"chrony": chrony_says, "timedatectl": kernel_says}
    service, synchronised = next(((k, v) for k, v in answers.items() if v is not None), (None, None))
    return Clock(float(date), synchronised, service)


FACTS = (Fact("clock", COMMAND, parse),)
