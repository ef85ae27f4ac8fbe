"""Percentiles, means, and the interval of a mean over repeats."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

T_975 = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""Student's t, 97.5 % quantile, for 1 to 30 degrees of freedom (any statistics table); 1.96 beyond."""


@dataclass(frozen=True)
class Interval:
    """A mean over repeats with its two-sided 95 % interval by Student's t."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Spread:
    """How values of one kind are spread; unit of the values. None stands for a spread without values."""

    mean: float
    p50: float
    p90: float
    p99: float


def percentile(ordered: Sequence[float], share: float) -> float:
    """Linear between neighbours (Hyndman and Fan's type 7) of ascending values, at least one."""
    position = share * (len(ordered) - 1)
    below = math.floor(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)


def spread_of(values: Sequence[float]) -> Spread | None:
    """None when there is nothing to describe: no figure is better than a zero."""
    if not values:
        return None
    ordered = sorted(values)
    p50, p90, p99 = (percentile(ordered, share) for share in (0.50, 0.90, 0.99))
    return Spread(statistics.fmean(ordered), p50, p90, p99)


def interval_of(repeats: Sequence[float]) -> Interval:
    """The interval of the mean; of two repeats or more (one alone has no spread and would claim none)."""
    mean = statistics.fmean(repeats)
    freedom = len(repeats) - 1
    t = T_975[freedom - 1] if freedom <= len(T_975) else 1.96
    half = t * statistics.stdev(repeats) / math.sqrt(len(repeats))
    return Interval(mean, mean - half, mean + half)
