"""Where the API is reached from the controller."""

from collections.abc import Mapping

from inventory.cluster import Cluster
from inventory.transport import Transport


def base_url(cluster: Cluster, nodes: Mapping[str, Transport]) -> str:
    """As declared under [api], else by a tunnel over the head's own connection. Raises Unreachable."""
    if cluster.api:
        return cluster.api.url
    assert cluster.engine is not None, "a cluster without [api] declares an [engine]"
    end = nodes[cluster.head.name].endpoint("127.0.0.1", cluster.engine.port)
    return f"http://{end.host}:{end.port}"
