"""Nothing else holds the engine's port."""

from fixtures.deployed import owners_on
from fixtures.marks import reboot, smoke
from fixtures.outcomes import declared


@smoke
@reboot
def test_engine_port_is_ours(node, cluster):
    """Whoever listens on the engine's port is the declared deployment: else it was replaced, not crashed.

    Remedy: the words name the holder and what starts it; declare it under [stale], or move one of the ports.
    """
    port = declared(cluster.engine, "[engine]").port
    assert owners_on(node, cluster).strangers_on_port(port, node.facts.listeners) == ()
