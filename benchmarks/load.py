"""`python -m benchmarks.load`: the load generator against a mock of known timing, beside its peers.

Every tool meets the same mock (a process on the last core; the client on the first), the same streams and
the same number of tokens. Truth is what the mock stamped: our error is per event, a peer's is its reported
percentile minus the true one. A run in which the mock itself was late (2 ms at p99) is repeated, and marked
invalid when it stays so. CPU is that of the whole tool, start-up included. Writes benchmarks/out/load.json.
"""

import argparse
import asyncio
import json
import os
import platform
import statistics
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.load_peers import PEERS, Run, run_tool
from benchmarks.load_traps import traps
from probes.load.calibration import MAX_SLIP_MS, calibrated, ideal_tok_s
from probes.load.mock.process import running_mock
from probes.load.mock.script import Timing

OUT = Path(__file__).parent / "out" / "load.json"
EVENTS_S = 25_600
"""The mock's ceiling, events per second: 256 streams at 10 ms a token; above, tokens come slower."""

REQUESTS_PER_STREAM = 4
ATTEMPTS = 3


def timing_for(streams: int) -> Timing:
    """50 ms to the first token, 10 ms a token, 64 tokens; slower where the mock could not keep its times."""
    return Timing(0.05, max(0.01, streams / EVENTS_S), 64)


async def our_errors(streams: int, mock_cpu: int | None) -> dict[str, Any]:
    """The client's errors per event, from the run with the least mock slip of a few."""
    checks = [await calibrated(streams, timing_for(streams), mock_cpu=mock_cpu)]
    while checks[-1].mock_slip_p99_ms > MAX_SLIP_MS and len(checks) < ATTEMPTS:
        checks.append(await calibrated(streams, timing_for(streams), mock_cpu=mock_cpu))
    best = min(checks, key=lambda check: check.mock_slip_p99_ms)
    return {
        "ttft_err_ms": {"p50": best.ttft_err_p50_ms, "p99": best.ttft_err_p99_ms},
        "itl_err_ms": {"p50": best.itl_err_p50_ms, "p99": best.itl_err_p99_ms},
        "mock_slip_p99_ms": best.mock_slip_p99_ms,
        "valid": best.mock_slip_p99_ms <= MAX_SLIP_MS,
        "hot_path_cpu_s_per_1k_tok": best.cpu_s_per_1k_tok,
        "limit": best.limit,
    }


async def tool_row(name: str, streams: int, repeats: int, mock_cpu: int | None) -> dict[str, Any]:
    """Medians over the repeats of one tool at one level, as a peer sees it: from its own report."""
    runs = [await one_run(name, streams, mock_cpu) for _ in range(repeats)]
    tokens = streams * REQUESTS_PER_STREAM * PEERS[name].passes * timing_for(streams).tokens
    return {
        "tool": name,
        "streams": streams,
        "itl_ms": 1000 * timing_for(streams).itl_s,
        "ttft_err_ms": {
            mark: statistics.median(run[f"ttft_{mark}"] for run in runs) for mark in ("p50", "p99")
        },
        "itl_err_ms": {
            mark: statistics.median(run[f"itl_{mark}"] for run in runs) for mark in ("p50", "p99")
        },
        "tok_s": statistics.median(run["tok_s"] for run in runs),
        "ideal_tok_s": ideal_tok_s(streams, timing_for(streams)),
        "cpu_s_per_1k_tok": statistics.median(1000 * run["cpu_s"] / tokens for run in runs),
        "wall_s": statistics.median(run["wall_s"] for run in runs),
        "mock_slip_p99_ms": max(run["slip_p99"] for run in runs),
        "valid": all(run["slip_p99"] <= MAX_SLIP_MS for run in runs),
        "repeats": repeats,
    }


async def one_run(name: str, streams: int, mock_cpu: int | None) -> dict[str, float]:
    """One tool, one level, once: its figures minus the truth, and what it cost."""
    async with running_mock(timing_for(streams), mock_cpu) as mock:
        request = Run(mock.address, streams, streams * REQUESTS_PER_STREAM, timing_for(streams))
        seen = await asyncio.to_thread(run_tool, PEERS[name], request)
    errors = {
        f"{kind}_{mark}": abs(seen[f"{kind}_{mark}_ms"] - mock.report[f"{truth}_{mark}_ms"])
        for kind, truth in (("ttft", "ttft"), ("itl", PEERS[name].gap))
        for mark in ("p50", "p99")
    }
    slip = mock.report["slip_p99_ms"]
    return {
        **errors,
        "tok_s": seen["tok_s"],
        "cpu_s": seen["cpu_s"],
        "wall_s": seen["wall_s"],
        "slip_p99": slip,
    }


async def measured(options: argparse.Namespace, mock_cpu: int | None) -> dict[str, Any]:
    rows = []
    for streams in options.streams:
        for name in ("firstlight", *options.peers):
            row = await tool_row(name, streams, options.repeats, mock_cpu)
            if name == "firstlight":
                own = await our_errors(streams, mock_cpu)
                row = {**row, "reported_ttft_err_ms": row["ttft_err_ms"], **own}
            print(json.dumps(row), flush=True)
            rows.append(row)
    return {"schema": 1, "machine": machine(), "rows": rows, "traps": await traps()}


def machine() -> dict[str, Any]:
    return {
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "load_average_before": os.getloadavg()[0],
        "versions": {name: version(name) for name in ("httpx", "httpx-aiohttp", "aiohttp")},
        "peers": {name: peer.requirement for name, peer in PEERS.items() if peer.requirement},
    }


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    options.add_argument(
        "--streams", type=lambda text: [int(part) for part in text.split(",")], default=[1, 64, 256, 1024]
    )
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--peers", nargs="*", choices=sorted(set(PEERS) - {"firstlight"}), default=[])
    given = options.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    mock_cpu = cores[-1] if len(cores) > 1 else None
    if mock_cpu is not None:
        os.sched_setaffinity(0, set(cores[:-1]))
    result = asyncio.run(measured(given, mock_cpu))
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(result, indent=1) + "\n")
    wrong = [trap["name"] for trap in result["traps"] if not trap["right"]]
    print(f"written: {OUT}; traps judged wrong: {wrong or 'none'}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
