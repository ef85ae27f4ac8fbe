"""The verdict: pure, from the checks and the layers that had to be asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from reports.outcome import Outcome
from reports.run import Check


class Judgement(StrEnum):
    ACCEPTED = "ACCEPTED"
    REJECTED = "REJECTED"
    INCOMPLETE = "INCOMPLETE"


EXIT_CODES: Final = {Judgement.ACCEPTED: 0, Judgement.REJECTED: 1, Judgement.INCOMPLETE: 6}


@dataclass(frozen=True)
class Verdict:
    """The judgement and, in a sentence, why."""

    judgement: Judgement
    reason: str

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.judgement]


def verdict(checks: Sequence[Check], required_layers: Iterable[str], unasked: Sequence[str] = ()) -> Verdict:
    """REJECTED if any check is violated, ACCEPTED only if all that apply passed in every required layer.

    `unasked` are reasons why part of the mode was not asked (interrupted, narrowed by -k or a path):
    with any of them the run is INCOMPLETE at best.
    """
    violated = _count(checks, Outcome.VIOLATED)
    if violated:
        return Verdict(Judgement.REJECTED, f"{violated} of {len(checks)} checks violated")
    open_questions = [*unasked, *_untold(checks), *_bare(checks, required_layers)]
    if open_questions:
        return Verdict(Judgement.INCOMPLETE, "; ".join(open_questions))
    return Verdict(Judgement.ACCEPTED, f"{_count(checks, Outcome.PASSED)} checks passed")


def _count(checks: Sequence[Check], outcome: Outcome) -> int:
    return sum(check.outcome is outcome for check in checks)


def _untold(checks: Sequence[Check]) -> list[str]:
    counts = [(outcome, _count(checks, outcome)) for outcome in (Outcome.CANNOT_TELL, Outcome.BLOCKED)]
    return [f"{count} {outcome.words}" for outcome, count in counts if count]


def _bare(checks: Sequence[Check], required_layers: Iterable[str]) -> list[str]:
    asked = {check.layer for check in checks if check.outcome is Outcome.PASSED or check.outcome.failing}
    bare = [layer for layer in required_layers if layer not in asked]
    nothing = [] if asked else ["nothing was asked"]
    return [f"nothing asked in {', '.join(bare)}"] if bare else nothing
