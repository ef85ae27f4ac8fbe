"""Measured throughput against a floor: the lower bound decides, and a floor that does not fit is refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from probes.load.rows import LoadRow


class Bound(StrEnum):
    """What the comparison came to."""

    HOLDS = "holds"
    BELOW = "below the floor"
    UNCERTAIN = "inconclusive"
    UNMEASURED = "not measured"
    DOES_NOT_FIT = "floor does not fit"


@dataclass(frozen=True)
class Origin:
    """Where a floor comes from: how it was got, when, of how many repeats, on which topology."""

    method: str
    date: str = ""
    repeats: int = 0
    topology: Mapping[str, str] = field(default_factory=dict)

    def misfit(self, topology: Mapping[str, str]) -> str:
        """What differs between the floor's topology and this one, in words; empty when it fits."""
        pairs = [(key, want, topology.get(key, "unknown")) for key, want in sorted(self.topology.items())]
        return ", ".join(f"{key} is {seen}, not {want}" for key, want, seen in pairs if seen != want)


DECLARED = Origin("declared in the cluster file")


@dataclass(frozen=True)
class Floor:
    """At one concurrency: tokens per second at least, mean TTFT (s) at most; None: not asked."""

    concurrency: int
    min_tok_s: float | None = None
    max_ttft_s: float | None = None
    origin: Origin = DECLARED


@dataclass(frozen=True)
class ThroughputFinding:
    """The outcome for one floor, and the sentence that says why."""

    bound: Bound
    words: str
    remedy: str = ""

    @property
    def fault(self) -> str:
        """Empty when the floor holds; else words and remedy in one line."""
        return "" if self.bound is Bound.HOLDS else f"{self.words}; {self.remedy}".rstrip("; ")

    def __str__(self) -> str:
        return self.fault or self.words


def baseline_floor(row: LoadRow, origin: Origin) -> Floor:
    """No worse than an accepted row by more than its own measured spread."""
    ttft = row.ttft_mean_s.high if row.ttft_mean_s else None
    return Floor(row.concurrency, row.tok_s.low, ttft, origin)


def roofline_floor(roof_tok_s: float, min_fraction: float, concurrency: int = 1) -> Floor:
    """A share of the memory-bandwidth roof, for one stream."""
    return Floor(concurrency, roof_tok_s * min_fraction, None, Origin(f"{min_fraction:.0%} of the roofline"))


def judge(
    rows: Sequence[LoadRow],
    floor: Floor,
    *,
    client_limit: str = "",
    topology: Mapping[str, str] | None = None,
) -> ThroughputFinding:
    """The lower end of the measured interval must reach the floor (TTFT: the upper end of its mean).

    `client_limit`: why the client was the bottleneck, in words; then what misses is inconclusive. A level
    that is missing, brought no token or had a failed request is never a pass.
    """
    misfit = floor.origin.misfit(topology or {})
    row = next((row for row in rows if row.concurrency == floor.concurrency), None)
    if misfit:
        return ThroughputFinding(Bound.DOES_NOT_FIT, f"the floor is of another system: {misfit}", NEW_FLOOR)
    if row is None or not row.completion_tokens:
        words = f"no token was measured at concurrency {floor.concurrency}"
        return ThroughputFinding(Bound.UNMEASURED, _with_failures(words, row), LOOK)
    misses = [miss for miss in (_tok_s_miss(row, floor), _ttft_miss(row, floor)) if miss]
    return _verdict(row, floor, misses, client_limit)


NEW_FLOOR = "measure a floor on this topology"
LOOK = "read the failures, then the engine's log"
SLOW = "compare with the bound the report names, then with clocks, fabric counters and the accepted record"


def _verdict(row: LoadRow, floor: Floor, misses: list[str], client_limit: str) -> ThroughputFinding:
    if row.failed:
        words = f"at concurrency {row.concurrency} requests failed"
        return ThroughputFinding(Bound.BELOW, _with_failures(words, row), LOOK)
    if misses and client_limit:
        words = f"{' and '.join(misses)}, but the client was the limit: {client_limit}"
        return ThroughputFinding(Bound.UNCERTAIN, words, "measure from a machine with idle cores")
    if misses:
        words = f"at concurrency {row.concurrency} {' and '.join(misses)} ({floor.origin.method})"
        return ThroughputFinding(Bound.BELOW, words, SLOW)
    words = f"at concurrency {row.concurrency} {row.tok_s.mean:.1f} tok/s ({floor.origin.method})"
    return ThroughputFinding(Bound.HOLDS, words)


def _tok_s_miss(row: LoadRow, floor: Floor) -> str:
    if floor.min_tok_s is None or row.tok_s.low >= floor.min_tok_s:
        return ""
    return (
        f"{row.tok_s.mean:.1f} tok/s (surely above {row.tok_s.low:.1f} only) "
        f"does not reach {floor.min_tok_s:.1f}"
    )


def _ttft_miss(row: LoadRow, floor: Floor) -> str:
    if floor.max_ttft_s is None:
        return ""
    if row.ttft_mean_s is None:
        return "TTFT is undefined: no visible delta came"
    if row.ttft_mean_s.high <= floor.max_ttft_s:
        return ""
    return (
        f"a mean TTFT of {row.ttft_mean_s.mean:.3f} s (surely below {row.ttft_mean_s.high:.3f} only) "
        f"exceeds {floor.max_ttft_s:.3f}"
    )


def _with_failures(words: str, row: LoadRow | None) -> str:
    if row is None:
        return f"{words}: the level was not run"
    kinds = ", ".join(f"{count} × {kind}" for kind, count in row.failures.items())
    details = "; ".join(row.failure_details)
    return f"{words}: {row.failed} of {row.requests} ({kinds}{': ' + details if details else ''})"


def are_rising(rows: Sequence[LoadRow]) -> str:
    """Empty when aggregate throughput does not fall from level to level beyond the spread; else where."""
    ordered = sorted(rows, key=lambda row: row.concurrency)
    pairs = pairwise(ordered)
    falls = [(low, high) for low, high in pairs if high.tok_s.high < low.tok_s.low]
    return "; ".join(
        f"{low.tok_s.mean:.1f} tok/s at {low.concurrency} fall to {high.tok_s.mean:.1f} at {high.concurrency}"
        for low, high in falls
    )
