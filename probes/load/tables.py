"""Rows as cells of a table for people. Undefined is a dash, never a zero."""

from probes.load.calibration import ClientCheck
from probes.load.figures import Figures
from probes.load.open import OpenRow
from probes.load.rows import LoadRow
from probes.load.statistics import Spread

CLOSED_COLUMNS = ("streams", "tok/s (95 %)", "each", "TTFT s", "p99", "TPOT ms", "failed", "client ms")
OPEN_COLUMNS = ("req/s", "good/s", "good", "TTFT s", "p99", "TPOT ms", "failed", "late ms")


def closed_cells(row: LoadRow, check: ClientCheck | None) -> tuple[str, ...]:
    """`client ms`: the client's own TTFT error at p99, from the mock."""
    return (
        f"{row.concurrency}",
        f"{row.tok_s.mean:.1f} ({row.tok_s.low:.1f}–{row.tok_s.high:.1f})",
        _figure(row.tok_s_per_request, ".1f"),
        *_latencies(row),
        _failures(row),
        _figure(None if check is None else check.ttft_err_p99_ms, ".1f"),
    )


def open_cells(row: OpenRow) -> tuple[str, ...]:
    """`late ms`: how much later than scheduled the client sent, at p99."""
    return (
        f"{row.rate_s:g}",
        f"{row.goodput_s:.2f}",
        f"{row.good_share:.0%}",
        *_latencies(row),
        _failures(row),
        _figure(_p99(row.late_s), ".1f", 1000),
    )


def _latencies(row: Figures) -> tuple[str, str, str]:
    return (
        _figure(_mean(row.ttft_s), ".3f"),
        _figure(_p99(row.ttft_s), ".3f"),
        _figure(_mean(row.tpot_s), ".1f", 1000),
    )


def _failures(row: Figures) -> str:
    return ", ".join(f"{number} × {kind}" for kind, number in row.failures.items()) or "0"


def _mean(spread: Spread | None) -> float | None:
    return None if spread is None else spread.mean


def _p99(spread: Spread | None) -> float | None:
    return None if spread is None else spread.p99


def _figure(value: float | None, form: str, scale: float = 1) -> str:
    return "–" if value is None else format(scale * value, form)
