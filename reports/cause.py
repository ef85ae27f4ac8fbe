"""Which of the failing checks comes first, and what it says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.layers import rank
from reports.outcome import Outcome
from reports.run import Cause, Check


@dataclass(frozen=True)
class Explanation:
    """What a failing check tells: a sentence, what to do about it, and lines as they were read."""

    summary: str
    remedy: str = ""
    lines: tuple[str, ...] = ()


def first_failing(checks: Sequence[Check]) -> Check | None:
    """The lowest failing gate, else the lowest failing check; within a layer a violated one first."""
    failing = [check for check in checks if check.outcome.failing]
    return min(failing, key=_precedence, default=None)


def _precedence(check: Check) -> tuple[bool, int, bool]:
    return (not check.gate, rank(check.layer), check.outcome is not Outcome.VIOLATED)


def cause(checks: Sequence[Check], told: Mapping[str, Explanation]) -> Cause | None:
    """The probable cause of what the run found, None where nothing failed."""
    check = first_failing(checks)
    if check is None:
        return None
    explanation = told.get(check.id, Explanation(check.reason or check.outcome.words))
    return Cause(
        check=check.id,
        layer=check.layer,
        node=check.node,
        summary=explanation.summary,
        remedy=explanation.remedy,
        lines=explanation.lines,
    )
