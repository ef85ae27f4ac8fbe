"""Disk, memory and limits are enough for the engine that is declared."""

from fixtures.marks import before_launch, gate
from fixtures.outcomes import declared
from probes.judgements import host, memory

OPEN_FILES = 4096
"""Below this Ray warns at every start (ray/_private/worker.py of Ray 2.60)."""


def test_disk_has_room(node, cluster):
    """The file systems of the model and of Docker have space and inodes left.

    Remedy: docker system df, then remove what is not needed.
    """
    paths = ("/", node.facts.docker.root, declared(cluster.engine, "[engine]").model)
    assert host.without_room(node.facts.storage, paths) == ()


@gate
@before_launch
def test_memory_is_available(node, cluster):
    """MemAvailable is enough for what the engine will take; the page cache does not count against it.

    Remedy: end what holds the memory (ps -eo rss,args --sort=-rss); cached files need no dropping.
    """
    declared(cluster.engine, "[engine]")
    facts, floor_gib = node.facts.memory, cluster.memory.min_available_gib
    need_gib = floor_gib or memory.needed_gib(facts, cluster.engine.gpu_memory_utilization or 0.9)
    assert memory.shortfall(facts, need_gib) == ()


def test_limits_are_wide_enough(node, cluster):
    """Open files suffice for Ray and the engine.

    Remedy: LimitNOFILE= of docker.service, then systemctl restart docker.
    """
    declared(cluster.container, "[container]")
    assert host.limits_too_small(node.facts.limits, 0, OPEN_FILES) == ()


def test_rdma_may_lock_its_memory(node, cluster):
    """Where RDMA devices are given to the container, locked memory is unlimited.

    Remedy: LimitMEMLOCK=infinity for docker.service, then systemctl restart docker.
    """
    declared(cluster.container and cluster.container.devices, "[container] devices")
    assert host.limits_too_small(node.facts.limits, None, OPEN_FILES) == ()
