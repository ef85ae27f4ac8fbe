import json

import pytest

from inventory.errors import LaunchFailed
from inventory.transport.scripted import ScriptedTransport
from launch.progress import Silent
from launch.ready import ray, watcher
from probes.ray.cluster import RayCluster, RayNode
from probes.ray.gcs import MARK


def node(address: str, *, alive: bool = True, gpus: float = 1.0) -> RayNode:
    return RayNode(address, alive, is_head=False, gpus=gpus, cpus=8.0)


def whole(*nodes: RayNode) -> RayCluster:
    return RayCluster(nodes, sum(n.gpus for n in nodes if n.alive))


@pytest.mark.parametrize(
    ("seen", "lacks"),
    [
        (whole(node("172.20.5.1"), node("172.20.5.2")), ""),
        (whole(node("172.20.5.1")), "not alive: pear (172.20.5.2); GPUs: 1 of 2 GPUs"),
        (
            whole(node("172.20.5.1"), node("172.20.5.2", alive=False)),
            "not alive: pear (172.20.5.2); GPUs: 1 of 2 GPUs",
        ),
        (whole(node("172.20.5.1"), node("172.20.5.2", gpus=0)), "GPUs: 1 of 2 GPUs"),
        (
            whole(node("172.20.5.1"), node("10.9.0.2")),
            "not alive: pear (172.20.5.2); not declared: 10.9.0.2",
        ),
        (
            whole(node("172.20.5.1"), node("172.20.5.2"), node("172.20.5.3", gpus=0)),
            "not declared: 172.20.5.3",
        ),
    ],
)
def test_what_ray_lacks_is_said(cluster, seen, lacks):
    assert ray.missing(seen, ray.Wanted.of(cluster)) == lacks


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    monkeypatch.setattr(ray, "EVERY_S", 0)
    monkeypatch.setattr(watcher, "SETTLE_S", 0)


def told(*addresses: str) -> str:
    nodes = [
        {"address": a, "alive": True, "is_head": False, "resources": {"GPU": 1.0, "CPU": 8.0}}
        for a in addresses
    ]
    return MARK + json.dumps({"nodes": nodes}) + "\n"


UP = (0, "state ab running 0 false 9\nprocess raylet\nprocess gcs_server\n")


def test_a_whole_ray_is_given_back(cluster):
    nodes = {
        "apple": ScriptedTransport({"docker exec": (0, told("172.20.5.1", "172.20.5.2")), "": UP}, "apple"),
        "pear": ScriptedTransport({"": UP}, "pear"),
    }
    assert ray.wait(cluster, nodes, Silent()).gpus_total == 2


def test_a_worker_that_ends_ends_the_wait(cluster):
    ended = (0, "state ab exited 1 false 0\nlog 2026-03-01T10:00:00.000000001Z no room\n")
    nodes = {
        "apple": ScriptedTransport({"docker exec": (0, told("172.20.5.1")), "": UP}, "apple"),
        "pear": ScriptedTransport({"": ended}, "pear"),
    }
    with pytest.raises(LaunchFailed) as failed:
        ray.wait(cluster, nodes, Silent())
    assert (failed.value.node, failed.value.phase) == ("pear", "ray")
    assert failed.value.evidence == ("no room",)


def test_a_worker_that_never_joins_ends_it_at_the_stall_limit(cluster):
    ready = cluster.ready.model_copy(update={"stall_s": {"ray": 0.01}})
    nodes = {
        "apple": ScriptedTransport({"docker exec": (0, told("172.20.5.1")), "": UP}, "apple"),
        "pear": ScriptedTransport({"": UP}, "pear"),
    }
    with pytest.raises(LaunchFailed, match=r"not alive: pear \(172.20.5.2\)"):
        ray.wait(cluster.model_copy(update={"ready": ready}), nodes, Silent())
