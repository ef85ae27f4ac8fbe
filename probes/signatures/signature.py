"""What a failure signature is: the words or the state it is known by, its cause and its remedy."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """How much a signature decides.

    FATAL: what was meant cannot work. WARNING: usable, worth a line. NOTE: decides nothing by itself, to
    be looked at with other evidence. BENIGN: looks alarming and is not.
    """

    FATAL = "fatal"
    WARNING = "warning"
    NOTE = "note"
    BENIGN = "benign"


@dataclass(frozen=True)
class Hit:
    """Where a signature showed in a text (offsets in characters), and what it names there."""

    start: int
    end: int
    fields: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Signature:
    """One kind of failure. `recognise`: from a text cleaned by `probes.engine_log.lines` to its hits.

    `consequence`: it follows from something else, which is to be named first where it shows.
    """

    id: str
    component: str
    layer: str
    severity: Severity
    consequence: bool
    cause: str
    remedy: str
    example: str
    near_miss: str
    near_miss_why: str
    recognise: Callable[[str], Iterator[Hit]] = field(repr=False, compare=False)

    def hits(self, text: str) -> tuple[Hit, ...]:
        """All places where it shows, in the text's order."""
        return tuple(self.recognise(text))


def by_pattern(pattern: str) -> Callable[[str], Iterator[Hit]]:
    """Recognises by a regular expression (re.MULTILINE); named groups become the hit's fields."""
    compiled = re.compile(pattern, re.MULTILINE)

    def recognise(text: str) -> Iterator[Hit]:
        for match in compiled.finditer(text):
            said = {name: value for name, value in match.groupdict().items() if value is not None}
            yield Hit(match.start(), match.end(), said)

    return recognise


def by_state(holds: Callable[[str], bool]) -> Callable[[str], Iterator[Hit]]:
    """Recognises by a whole text, where no single line decides."""

    def recognise(text: str) -> Iterator[Hit]:
        if holds(text):
            yield Hit(0, len(text))

    return recognise
