"""Figures as a table shows them; what could not be measured is a dash."""

from typing import Final

from reports.run import ThroughputRow

THROUGHPUT: Final = (
    "concurrent requests",
    "tok/s",
    "95 % from",
    "to",
    "tok/s per request",
    "TTFT mean, s",
    "p50",
    "p99",
    "repeats",
    "failed",
)
"""The columns of `throughput`."""


def throughput(row: ThroughputRow) -> tuple[str, ...]:
    """One level of the load, a cell a column."""
    spread = row.ttft_s
    times = (spread.mean, spread.p50, spread.p99) if spread else (None, None, None)
    rates = (row.tok_s, row.tok_s_low, row.tok_s_high, row.tok_s_per_request)
    return (
        str(row.concurrency),
        *(figure(rate, 1) for rate in rates),
        *(figure(time, 3) for time in times),
        str(row.repeats),
        str(row.failed),
    )


def figure(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
