"""The variables of a node's container: what pins Ray and the collectives to the fabric, and the declared."""

from inventory.cluster import Cluster, Node
from inventory.cluster.values import SecretRef

PER_NODE = ("VLLM_HOST_IP", "NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME", "NCCL_IB_HCA")
"""Differ from node to node, so vLLM must not carry the head's values over to the workers."""

AUTH = {"none": "disabled", "token": "token"}
"""Our word and Ray's; undeclared, a driver of a newer Ray may make a token of its own."""


def variables(cluster: Cluster, node: Node) -> dict[str, str]:
    """Sorted by name; what [engine] env declares wins. Secrets are not among them (see `secrets`)."""
    assert cluster.engine is not None
    declared = {k: v for k, v in cluster.engine.env.items() if isinstance(v, str)}
    return dict(sorted((_pinned(cluster, node) | _general(cluster) | declared).items()))


def secrets(cluster: Cluster) -> tuple[tuple[str, str], ...]:
    """(variable in the container, the controller's variable that holds its value)."""
    assert cluster.engine is not None
    declared = {k: v.env for k, v in cluster.engine.env.items() if isinstance(v, SecretRef)}
    key = {"VLLM_API_KEY": cluster.api.key.env} if cluster.api and cluster.api.key else {}
    return tuple(sorted((key | declared).items()))


def address_of(cluster: Cluster, node: Node) -> str:
    """Where Ray and the engine's ranks find the node: its fabric address; loopback for a lone host."""
    return str(cluster.fabric_of(node).ip) if node.fabric else "127.0.0.1"


def _pinned(cluster: Cluster, node: Node) -> dict[str, str]:
    if not node.fabric:
        return {"VLLM_HOST_IP": address_of(cluster, node)}
    interface = cluster.interface_of(node)
    hcas = {"NCCL_IB_HCA": "=" + ",".join(node.hcas)} if node.hcas else {}
    return {
        "VLLM_HOST_IP": address_of(cluster, node),
        "NCCL_SOCKET_IFNAME": interface,
        "GLOO_SOCKET_IFNAME": interface,
        **hcas,
    }


def _general(cluster: Cluster) -> dict[str, str]:
    """The engine must not give up before we do: its own ready limit (600 s) is set to ours."""
    assert cluster.engine is not None
    ours = {"VLLM_ENGINE_READY_TIMEOUT_S": str(int(cluster.ready.total_s))}
    return ours | (_ray(cluster) if cluster.engine.executor == "ray" else {})


def _ray(cluster: Cluster) -> dict[str, str]:
    monitor = {} if cluster.ray.memory_monitor else {"RAY_memory_monitor_refresh_ms": "0"}
    return {"RAY_AUTH_MODE": AUTH[cluster.ray.auth], **monitor}
