"""How long each phase of a start may go without moving on."""

from collections.abc import Mapping

from inventory.cluster import Cluster

STALL_S: Mapping[str, float] = {
    "ray": 120,
    "rendezvous": 300,
    "weights": 300,
    "compile": 900,
    "graphs": 900,
    "http": 120,
    "token": 120,
    "contact": 30,
}
"""Seconds without movement, where the cluster file says nothing. From FIELD_NOTES' times on GB10 (18 s a
shard, minutes for graphs) with a wide margin; `contact`: without an answer of a node."""


def limits_of(cluster: Cluster) -> Mapping[str, float]:
    return {**STALL_S, **cluster.ready.stall_s}
