"""From logs to the cause: signatures found in the text of each node, the root before its consequences."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from probes.engine_log import Parser, fold
from probes.engine_log.events import Problem
from probes.engine_log.lines import Line
from probes.engine_log.stream import Lines
from probes.signatures import CATALOGUE, Hit, Severity, Signature

SHOWN_LINES = 8
"""So many decisive lines of one finding are shown; of more, the first and the last ones."""


@dataclass(frozen=True)
class Finding:
    """One signature on one node: its decisive lines as they were read, and how often it showed.

    `line_number` counts the node's lines that are not empty, from 1.
    """

    signature: Signature
    node: str
    lines: tuple[str, ...]
    line_number: int
    count: int
    fields: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def rank(self) -> tuple[bool, bool, str, int]:
        """What sorts first is nearest to the root: fatal, no consequence, the lowest layer, the earliest."""
        s = self.signature
        return (s.severity is not Severity.FATAL, s.consequence, s.layer, self.line_number)


@dataclass(frozen=True)
class Diagnosis:
    """What was found.

    `causes`: fatal findings and warnings, the root first; `notes` decide nothing alone; `benign` look
    alarming and are not; `unexplained`: errors of a start that no signature knows.
    """

    causes: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()
    benign: tuple[Finding, ...] = ()
    unexplained: tuple[str, ...] = ()

    @property
    def cause(self) -> Finding | None:
        return self.causes[0] if self.causes else None

    @property
    def is_fatal(self) -> bool:
        return self.cause is not None and self.cause.signature.severity is Severity.FATAL

    @property
    def remedy(self) -> str:
        return self.cause.signature.remedy if self.cause else ""

    @property
    def summary(self) -> str:
        """The cause in a sentence without a full stop; empty when there is none."""
        if self.cause is None:
            return ""
        said = ", ".join(f"{name} {value}" for name, value in self.cause.fields.items())
        only = " (a consequence: its root is not in these logs)" if self.cause.signature.consequence else ""
        return f"{self.cause.signature.cause}{f' ({said})' if said else ''}{only}"


def diagnose(text_by_node: Mapping[str, str]) -> Diagnosis | None:
    """The diagnosis of these logs, by node; None when nothing fatal and no warning is in them."""
    diagnosis = examine(text_by_node)
    return diagnosis if diagnosis.causes else None


def examine(text_by_node: Mapping[str, str]) -> Diagnosis:
    """Everything that the signatures know in these logs, by node."""
    found = [finding for node, text in text_by_node.items() for finding in findings(node, _lines(text))]
    causes = tuple(sorted(_of(found, Severity.FATAL, Severity.WARNING), key=lambda f: f.rank))
    errors = () if causes else tuple(e for text in text_by_node.values() for e in _unexplained(text))
    return Diagnosis(causes, _of(found, Severity.NOTE), _of(found, Severity.BENIGN), errors)


def findings(node: str, lines: Iterable[Line]) -> tuple[Finding, ...]:
    """What shows in one node's lines, one finding a signature."""
    read = tuple(lines)
    text = "\n".join(line.text for line in read)
    hits = ((signature, signature.hits(text)) for signature in CATALOGUE.values())
    return tuple(_finding(signature, node, text, read, found) for signature, found in hits if found)


def _finding(
    signature: Signature, node: str, text: str, lines: tuple[Line, ...], hits: tuple[Hit, ...]
) -> Finding:
    first = text.count("\n", 0, hits[0].start)
    last = text.count("\n", 0, hits[0].end)
    shown = [line.raw for line in lines[first : last + 1]]
    count = sum(1 + lines[text.count("\n", 0, hit.start)].repeated for hit in hits)
    return Finding(signature, node, _short(shown), first + 1, count, hits[0].fields)


def _short(shown: list[str]) -> tuple[str, ...]:
    half = SHOWN_LINES // 2
    return tuple(shown) if len(shown) <= SHOWN_LINES else (*shown[:half], "…", *shown[-half:])


def _lines(text: str) -> list[Line]:
    return Lines().feed(text, final=True)


def _of(found: Iterable[Finding], *severities: Severity) -> tuple[Finding, ...]:
    return tuple(finding for finding in found if finding.signature.severity in severities)


def _unexplained(text: str) -> tuple[str, ...]:
    """What was raised in a start that did not come to serving."""
    parser = Parser()
    events = (*parser.feed(text), *parser.close())
    if fold(events).is_serving:
        return ()
    raised = (event.text for event in events if isinstance(event, Problem) and event.level == "RAISED")
    return tuple(dict.fromkeys(raised))[:SHOWN_LINES]
