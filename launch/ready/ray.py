"""Waiting for Ray: the declared nodes alive at their fabric addresses, with the declared GPUs."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from inventory.cluster import Cluster
from inventory.errors import CannotTell, LaunchFailed
from inventory.transport import Transport
from launch.plan.environment import address_of
from launch.plan.scripts import ray_address
from launch.plan.vllm import program
from launch.progress import Progress
from launch.ready.endings import Failed, judge
from launch.ready.limits import limits_of
from launch.ready.standing import Moment, Standing, advance
from launch.ready.watcher import EVERY_S, Watcher
from probes.facts.reading import Reading
from probes.ray import gcs
from probes.ray.cluster import RayCluster

GCS_TIMEOUT_S = 10.0


@dataclass(frozen=True)
class Wanted:
    """Node names by fabric address, and GPUs in all."""

    names: Mapping[str, str]
    gpus: int

    @classmethod
    def of(cls, cluster: Cluster) -> "Wanted":
        return cls({address_of(cluster, node): node.name for node in cluster.nodes}, cluster.expected_gpus)


def missing(ray: RayCluster, wanted: Wanted) -> str:
    """What Ray lacks of what is declared, or has beyond it; empty when it is whole."""
    absent = [f"{name} ({address})" for address, name in wanted.names.items() if address not in ray.addresses]
    strange = sorted(ray.addresses - wanted.names.keys())
    gpus = f"{ray.gpus_total:g} of {wanted.gpus} GPUs" if ray.gpus_total != wanted.gpus else ""
    said = {"not alive": ", ".join(absent), "not declared": ", ".join(strange), "GPUs": gpus}
    return "; ".join(f"{what}: {which}" for what, which in said.items() if which)


def ask(cluster: Cluster, head: Transport) -> RayCluster:
    """Ray's own list of nodes, from the head's container. Raises CannotTell."""
    assert cluster.container is not None
    python = program(cluster, "python3")
    command = gcs.command(cluster.container.name, ray_address(cluster), python=python)
    result = head.run(command, timeout_s=GCS_TIMEOUT_S).require()
    return gcs.parse(Reading.of(result))


def wait(cluster: Cluster, nodes: Mapping[str, Transport], progress: Progress) -> RayCluster:
    """Raises LaunchFailed when a container or raylet dies, a fatal line shows, or it does not get whole."""
    watcher, wanted, limits = Watcher(cluster, nodes), Wanted.of(cluster), limits_of(cluster)
    patience = {"contact": limits["contact"]}  # within the limit for Ray as a whole
    standing = Standing(time.monotonic(), time.monotonic())
    while True:
        moment = watcher.look()
        ray, lacks = _look(cluster, nodes, wanted, moment)
        if ray and not lacks:
            return ray
        failed = judge(standing, moment, patience, limits["ray"])
        if failed:
            raise _launch_failed(failed, watcher, lacks)
        standing = advance(standing, moment)
        progress.at("ray", lacks)
        time.sleep(EVERY_S)


def _look(
    cluster: Cluster, nodes: Mapping[str, Transport], wanted: Wanted, moment: Moment
) -> tuple[RayCluster | None, str]:
    head = moment.seen.get(cluster.head.name)
    if head is None or not any(process == "gcs_server" for process in head.processes):
        return None, "Ray's head is not up"
    try:
        ray = ask(cluster, nodes[cluster.head.name])
    except CannotTell as error:
        return None, f"Ray's head does not answer yet ({error.seen})"
    return ray, missing(ray, wanted)


def _launch_failed(failed: Failed, watcher: Watcher, lacks: str) -> LaunchFailed:
    said = watcher.last_words(failed)
    is_late = said.seen == failed.seen and failed.node is None
    return LaunchFailed(
        "Ray with the declared nodes, addresses and GPUs",
        f"{lacks}, and its time is over" if is_late else said.seen,
        "read the worker's container log; raise [ready] stall.ray if it only is slow"
        if is_late
        else said.remedy,
        said.lines,
        phase="ray",
        node=said.node,
    )
