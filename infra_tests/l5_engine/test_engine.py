"""The engine runs as declared, on every node, and its collectives use the fabric."""

from fixtures.deployed import containers_by_name, restarted, stopped
from fixtures.marks import gate, launches, reboot, smoke


@gate
@launches
def test_engine_comes_up(bring_up):
    """The engine loads, serves, and streams a token.

    Remedy: the cause and the log's decisive lines say what ended the start.
    """
    assert bring_up.engine is None, str(bring_up.engine)


@gate
@smoke
@reboot
def test_container_runs_on_every_node(nodes, cluster):
    """The declared container runs on each node.

    Remedy: docker logs NAME on the node named; then python -m launch up.
    """
    assert stopped(nodes, cluster) == ()


@smoke
def test_specification_is_the_declared_one(nodes, cluster, wanted_specs):
    """What runs was made from this cluster file: the specification's hash on every container is the file's.

    Remedy: python -m launch plan shows what would change; python -m launch up replaces the deployment.
    """
    assert containers_by_name(nodes, cluster, "spec") == wanted_specs


@smoke
def test_image_is_the_same_on_every_node(nodes, cluster):
    """The running containers have one image.

    Remedy: pull the same digest everywhere, then python -m launch up.
    """
    images = containers_by_name(nodes, cluster, "image_id")
    assert len(set(images.values())) == 1, images


@smoke
@reboot
def test_container_was_not_restarted(nodes, cluster):
    """No container was restarted since it was started.

    Remedy: docker logs NAME for why it ended; a restart loop can wedge a unified-memory host.
    """
    assert restarted(nodes, cluster) == ()


async def test_collectives_use_the_fabric(api, cluster, fabric_bytes):
    """The fabric's byte counters rise on every node during a request.

    Remedy: NCCL_SOCKET_IFNAME and GLOO_SOCKET_IFNAME must name the fabric interface on every node.
    """
    before = fabric_bytes()
    await api.chat([{"role": "user", "content": "Who are you?"}], max_tokens=32)
    after = fabric_bytes()
    assert {name for name in cluster.node_names if after[name] - before[name] <= 0} == set()
