"""`python -m benchmarks.launch`: what a launch costs over the engine's own start; how soon a death is told.

Overhead: the wall time of Ray and engine, minus what the containers' own logs show of it (from the head's
first line to the line with which its server is up). A death: from the moment of the kill on the node to the
LaunchFailed. Needs a cluster that may be evicted (the virtual pair). Writes benchmarks/out/launch.json.
"""

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from inventory.cluster import Cluster, load
from inventory.errors import FirstlightError, LaunchFailed
from inventory.transport import Transport, connect, quoted
from launch.deployment import Deployment

OUT = Path(__file__).parent / "out" / "launch.json"
APPEARS_S = 240.0

PIDS = (
    "id=$(docker inspect --format '{{.Id}}' %s); ps -eww -o pid=,cgroup=,comm= "
    """| awk -v id="$id" -v name=%s 'index($0, id) && index($0, name) { print $1 }'"""
)
"""The pids of a container's processes whose name begins so, in the host's numbers."""


@dataclass(frozen=True)
class Death:
    """One process to kill on the head or the worker; `words`: what the verdict must say of it."""

    what: str
    role: str
    process: str
    words: tuple[str, ...]
    signal: str = "KILL"


DEATHS = (
    Death("engine", "head", "VLLM::EngineCor", ("engine", "spark-1")),
    Death("rank on the worker", "worker", "ray::RayWorker", ("rank", "worker", "actor")),
    Death("raylet on the worker", "worker", "raylet", ("raylet", "node")),
    Death("head container", "head", "docker-init", ("container",)),
)


def overhead(cluster: Cluster, nodes: Mapping[str, Transport]) -> dict[str, float]:
    """Seconds of one fresh start: in all, by the containers' own clock, and the difference."""
    deployment = Deployment(cluster, nodes, fresh=True)
    try:
        deployment.evict(consent=True)
        began_s = time.monotonic()
        deployment.ray()
        deployment.engine()
        wall_s = time.monotonic() - began_s
    finally:
        deployment.release()
    own_s = own_time_s(cluster, nodes)
    return {"wall_s": wall_s, "engine_s": own_s, "overhead_s": wall_s - own_s}


def own_time_s(cluster: Cluster, nodes: Mapping[str, Transport]) -> float:
    """From the container's start to the line with which its server is up, by the head's own clock."""
    assert cluster.container is not None
    command = quoted(
        "name=%s; docker inspect --format '{{.State.StartedAt}}' $name; "
        "docker logs --timestamps $name 2>&1 | grep -m1 'Application startup complete' | cut -d' ' -f1",
        cluster.container.name,
    )
    lines = nodes[cluster.head.name].run(f"{command} | while read -r t; do date -d $t +%s.%N; done").require()
    started, up = lines.text.split()
    return float(up) - float(started)


def death(cluster: Cluster, nodes: Mapping[str, Transport], one: Death) -> dict[str, Any]:
    """Seconds from the kill to the verdict, and whether the verdict names the cause."""
    deployment = Deployment(cluster, nodes, fresh=True)
    try:
        deployment.evict(consent=True)
        deployment.ray()
        told = in_thread(deployment.engine)
        killed_s = kill(cluster, nodes, one)
        failure, told_s = told()
    finally:
        deployment.release()
    said = str(failure) if isinstance(failure, LaunchFailed) else ""
    return {"s": told_s - killed_s, "said": said, "right": any(word in said for word in one.words)}


def in_thread(work: Callable[[], None]) -> Callable[[], tuple[FirstlightError | None, float]]:
    """Starts `work`; what is returned waits for its end and gives its error and the time of that."""
    ended: list[tuple[FirstlightError | None, float]] = []

    def run() -> None:
        try:
            work()
        except FirstlightError as error:
            ended.append((error, time.monotonic()))
        else:
            ended.append((None, time.monotonic()))

    thread = Thread(target=run)
    thread.start()

    def wait() -> tuple[FirstlightError | None, float]:
        thread.join()
        return ended[0]

    return wait


def kill(cluster: Cluster, nodes: Mapping[str, Transport], one: Death) -> float:
    """Waits for the process, kills it, and gives the time (s, monotonic) just before the kill."""
    assert cluster.container is not None
    node = nodes[cluster.head.name if one.role == "head" else cluster.workers[0].name]
    find = quoted(PIDS, cluster.container.name, one.process)
    wait = f'until pids=$({find}) && [ -n "$pids" ]; do sleep 0.1; done; sleep 2'
    node.run(wait, timeout_s=APPEARS_S).require()
    before_s = time.monotonic()
    node.run(f"kill -{one.signal} $({find})").require()
    return before_s


def death_row(what: str, runs: list[dict[str, Any]]) -> dict[str, Any]:
    times_s = [run["s"] for run in runs]
    return {
        "what": what,
        "median_s": statistics.median(times_s),
        "max_s": max(times_s),
        "cause_right": all(run["right"] for run in runs),
        "said": runs[0]["said"],
        "runs": len(runs),
    }


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cluster", type=Path, default=Path("clusters/lab.toml"))
    asked.add_argument("--runs", type=int, default=5)
    options = asked.parse_args()
    cluster = load(options.cluster)
    nodes = connect(cluster)
    starts = [overhead(cluster, nodes) for _ in range(options.runs)]
    rows = [death_row(d.what, [death(cluster, nodes, d) for _ in range(options.runs)]) for d in DEATHS]
    result = {
        "machine": {"cores": os.cpu_count(), "system": platform.platform()},
        "overhead_s": statistics.median(start["overhead_s"] for start in starts),
        "starts": starts,
        "death": rows,
        "deaths": [asdict(one) for one in DEATHS],
    }
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(result, indent=1), encoding="utf-8")
    print(f"overhead over the engine's own start: {result['overhead_s']:.2f} s (median of {len(starts)})")
    for row in rows:
        right = "cause right" if row["cause_right"] else "cause WRONG"
        times = f"median {row['median_s']:.2f} s  max {row['max_s']:.2f} s"
        print(f"{row['what']:22} {times}  {right}: {row['said']}")
    for transport in nodes.values():
        transport.close()


if __name__ == "__main__":
    main()
