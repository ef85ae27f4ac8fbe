"""What a load run is asked to do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from inventory.errors import BadInput
from probes.load.prompts import FIXED

MIN_REPEATS = 3
"""Fewer give no interval worth the name: one tool's own spread reached 43 % between runs."""

PromptSource = Callable[[int], Sequence[Mapping[str, Any]]]


@dataclass(frozen=True)
class ClosedPlan:
    """Levels of concurrency, each warmed up and then repeated; every stream asks one request after another.

    Raises BadInput for a plan that would measure nothing.
    """

    concurrencies: tuple[int, ...]
    requests_per_stream: int = 4
    repeats: int = MIN_REPEATS
    max_tokens: int = 128
    prompts: PromptSource = FIXED
    params: Mapping[str, Any] = field(default_factory=dict)
    deadline_s: float = 120.0
    stagger_s: float = 0.0
    """Delay between the starts of two streams: 0 starts all at once."""

    def __post_init__(self) -> None:
        wanted = {
            "at least one concurrency": bool(self.concurrencies),
            "concurrencies of 1 or more": all(level >= 1 for level in self.concurrencies),
            "concurrencies that differ": len(set(self.concurrencies)) == len(self.concurrencies),
            "at least one request per stream": self.requests_per_stream >= 1,
            f"at least {MIN_REPEATS} repeats": self.repeats >= MIN_REPEATS,
            "a budget of 2 tokens or more": self.max_tokens >= 2,
            "a deadline above 0 s": self.deadline_s > 0,
        }
        missing = [want for want, holds in wanted.items() if not holds]
        if missing:
            raise BadInput(" and ".join(missing), repr(self), "correct the load's options")
