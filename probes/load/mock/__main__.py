"""`python -m probes.load.mock`: serve until stdin closes; first line out is the port, last one the slips."""

import argparse
import asyncio
import gc
import json
import os
import sys

from probes.load.mock.script import Timing
from probes.load.mock.server import Ledger, MockProtocol
from probes.load.statistics import percentile


async def serve(timing: Timing, port: int) -> Ledger:
    """Serve on loopback until the parent closes our stdin: it may die, we do not outlive it."""
    loop = asyncio.get_running_loop()
    ledger = Ledger()
    server = await loop.create_server(lambda: MockProtocol(timing, ledger), "127.0.0.1", port, backlog=4096)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    parent_gone = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), parent_gone.set)
    gc.freeze()
    gc.disable()
    await parent_gone.wait()
    server.close()
    return ledger


def report(ledger: Ledger) -> dict[str, float]:
    """Requests and stamped events; lateness, true TTFT and true gaps (ms); CPU seconds used."""
    times = os.times()
    named = {"slip": ledger.slips_s, "ttft": ledger.ttfts_s, "itl": ledger.gaps_s, "tpot": ledger.tpots_s}
    spreads = {
        f"{name}_{mark}_ms": 1000 * percentile(sorted(values) or [0.0], share)
        for name, values in named.items()
        for mark, share in (("p50", 0.50), ("p99", 0.99))
    }
    cpu_s = times.user + times.system
    return {"requests": ledger.requests, "events": len(ledger.slips_s), "cpu_s": cpu_s, **spreads}


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m probes.load.mock", description=__doc__)
    options.add_argument("--port", type=int, default=0, help="0: any free one")
    options.add_argument("--ttft-ms", type=float, default=50.0)
    options.add_argument("--itl-ms", type=float, default=10.0)
    options.add_argument("--tokens", type=int, default=64)
    options.add_argument("--cpu", type=int, default=None, help="the core to stay on")
    given = options.parse_args()
    if given.cpu is not None:
        os.sched_setaffinity(0, {given.cpu})
    timing = Timing(given.ttft_ms / 1000, given.itl_ms / 1000, given.tokens)
    print(json.dumps(report(asyncio.run(serve(timing, given.port)))), flush=True)


if __name__ == "__main__":
    main()
