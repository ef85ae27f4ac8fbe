"""The five outcomes of a check, and which of two counts."""

from enum import StrEnum


class Outcome(StrEnum):
    """DESIGN.md, "Outcomes": only `violated` says that something asked does not hold."""

    VIOLATED = "violated"
    CANNOT_TELL = "cannot_tell"
    BLOCKED = "blocked"
    NOT_APPLICABLE = "not_applicable"
    PASSED = "passed"

    @property
    def failing(self) -> bool:
        """Asked, or tried to ask, and not found to hold."""
        return self in {Outcome.VIOLATED, Outcome.CANNOT_TELL}

    @property
    def words(self) -> str:
        """As people write it."""
        return self.value.replace("_", " ")


def worse(one: Outcome, other: Outcome) -> Outcome:
    """The one that counts when a check's phases end differently."""
    return min(one, other, key=list(Outcome).index)
