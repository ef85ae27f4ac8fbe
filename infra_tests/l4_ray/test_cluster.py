"""Ray is the declared cluster: every node alive at its fabric address, with its GPUs."""

import pytest

from fixtures.deployed import fabric_by_name, stopped
from fixtures.marks import gate, launches, reboot, smoke
from probes.judgements import ray as judge


@gate
@launches
def test_ray_comes_up(bring_up):
    """Head and workers start, and Ray has the declared nodes and GPUs.

    Remedy: the cause and the log's decisive lines say which container ended, or who did not join.
    """
    assert bring_up.ray is None, str(bring_up.ray)


@gate
@smoke
@reboot
def test_ray_container_runs(node, cluster):
    """The container that Ray lives in runs on the node.

    Remedy: docker logs of the container named; then python -m launch up.
    """
    assert stopped((node,), cluster) == ()


@gate
@smoke
@reboot
def test_ray_head_answers(ray_cluster, cluster):
    """Ray's head answers in the declared container and knows itself by its fabric address.

    Remedy: docker logs of the head's container; restart with --node-ip-address on the fabric.
    """
    assert judge.elsewhere(ray_cluster, str(cluster.fabric_of(cluster.head).ip)) == ()


@gate
@smoke
@reboot
def test_ray_nodes_are_the_declared_ones(ray_cluster, cluster):
    """Alive nodes are the declared ones, each at its fabric address, and no others.

    Remedy: ray start --node-ip-address=FABRIC on the node named, in the declared container.
    """
    nodes = fabric_by_name(cluster)
    assert judge.missing(ray_cluster, nodes) + judge.undeclared(ray_cluster, nodes) == ()


@gate
@smoke
@reboot
def test_ray_sees_every_gpu(ray_cluster, cluster):
    """Ray has the declared number of GPUs on each node.

    Remedy: nvidia-smi inside the container of the node named; start Ray there with --num-gpus.
    """
    assert judge.gpus_amiss(ray_cluster, fabric_by_name(cluster), cluster.gpu.per_node) == ()


def test_ray_versions_are_equal(ray_versions):
    """Ray and Python are the same on all nodes.

    Remedy: run the same image digest everywhere.
    """
    assert judge.versions_apart(ray_versions) == ()


@smoke
@pytest.mark.usefixtures("monitor_declared_off")
def test_memory_monitor_is_as_declared(nodes):
    """Ray's memory monitor is off on every node: on unified memory it kills the engine near 95 %.

    Remedy: RAY_memory_monitor_refresh_ms=0 before ray start, on the head and on every worker.
    """
    assert judge.monitor_on({node.name: node.facts.raylets for node in nodes}) == ()
