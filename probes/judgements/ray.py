"""Is Ray's cluster the declared one? Every finding is a sentence; () means that nothing was found."""

from collections.abc import Iterable, Mapping

from probes.facts.raylets import Raylet
from probes.ray.cluster import RayCluster
from probes.ray.placement import PlacementGroup
from probes.ray.status import RayStatus

Versions = tuple[str | None, str]
"""Of Ray (None: not there) and of Python."""


def missing(cluster: RayCluster, declared: Mapping[str, str]) -> tuple[str, ...]:
    """The declared nodes (name to fabric address) that are not alive in the cluster at their address."""
    dead = {node.address: node.message for node in cluster.nodes if not node.alive}
    return tuple(
        f"{name} is not in the cluster at {address}" + _died(dead, address)
        for name, address in declared.items()
        if address not in cluster.addresses
    )


def _died(dead: Mapping[str, str], address: str) -> str:
    if address not in dead:
        return ""
    return f": dead, {dead[address]}" if dead[address] else ": dead"


def undeclared(cluster: RayCluster, declared: Mapping[str, str]) -> tuple[str, ...]:
    """Nodes that are alive at an address which is no declared node's: one too many, or the wrong network."""
    known = frozenset(declared.values())
    strangers = sorted(node.address for node in cluster.alive if node.address not in known)
    twice = sorted({a for a in known if sum(node.address == a for node in cluster.alive) > 1})
    return (
        *(f"a node joined at {address}, which is no declared fabric address" for address in strangers),
        *(f"more than one node joined at {address}" for address in twice),
    )


def elsewhere(cluster: RayCluster, head_address: str) -> tuple[str, ...]:
    """The head, when it is not alive at its declared address."""
    if cluster.head is None:
        return ("no head is alive in the cluster",)
    seen = cluster.head.address
    return () if seen == head_address else (f"the head is at {seen}, declared is {head_address}",)


def gpus_amiss(cluster: RayCluster, declared: Mapping[str, str], per_node: int) -> tuple[str, ...]:
    """The declared nodes that are alive and brought another number of GPUs than declared."""
    brought = {node.address: node.gpus for node in cluster.alive}
    return tuple(
        f"{name} brought {brought[address]:g} of {per_node} GPUs"
        for name, address in declared.items()
        if address in brought and brought[address] != per_node
    )


def gpus_held(cluster: RayCluster) -> tuple[str, ...]:
    """GPUs in use while nothing of ours should hold any: before the engine starts."""
    used = cluster.gpus_used or 0.0
    return (f"{used:g} of {cluster.gpus_total:g} GPUs are in use",) if used else ()


def versions_apart(by_node: Mapping[str, Versions]) -> tuple[str, ...]:
    """Every node's versions, when they are not the same on all; nodes without Ray."""
    without = tuple(f"{name} has no Ray" for name, (ray, _) in by_node.items() if ray is None)
    if without or len(set(by_node.values())) < 2:
        return without
    return tuple(f"{name} has Ray {ray} and Python {python}" for name, (ray, python) in by_node.items())


def monitor_on(raylets_by_node: Mapping[str, Iterable[Raylet]]) -> tuple[str, ...]:
    """Raylets whose memory monitor is not switched off, where this account may see it."""
    return tuple(
        f"{name}: raylet {raylet.pid} runs with its memory monitor on "
        f"(RAY_memory_monitor_refresh_ms is {raylet.memory_monitor_refresh_ms or 'not set'})"
        for name, raylets in raylets_by_node.items()
        for raylet in raylets
        if raylet.is_environment_readable and not raylet.is_memory_monitor_off
    )


def strangers(raylets: Iterable[Raylet], gcs_address: str, sessions: frozenset[str]) -> tuple[str, ...]:
    """Raylets of another cluster, or of another session than those that the head's cluster has."""
    return tuple(
        f"raylet {one.pid} belongs to {one.gcs_address}, session {one.session}"
        for one in raylets
        if one.gcs_address != gcs_address or (one.session is not None and one.session not in sessions)
    )


def waiting(groups: Iterable[PlacementGroup]) -> tuple[str, ...]:
    """Placement groups that have not got their resources."""
    return tuple(f"placement group {group.id} is {group.state}" for group in groups if group.is_waiting)


def lagging(status: RayStatus, cluster: RayCluster) -> tuple[str, ...]:
    """`ray status` still counts nodes that are no longer alive, or not yet those that are."""
    alive = len(cluster.alive)
    if status.nodes == alive:
        return ()
    return (f"ray status counts {status.nodes} nodes, {alive} are alive",)
