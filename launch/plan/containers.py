"""The `docker run` or `docker create` of each node, and the hash of everything that shapes it."""

import hashlib
import json
from collections.abc import Iterable
from shlex import join

from inventory.cluster import Cluster, Node
from launch.labels import labels_of
from launch.plan.environment import secrets, variables
from launch.plan.scripts import script
from launch.plan.supervise import is_supervised, unit_text

RDMA_LIMITS: dict[str, int | str] = {"memlock": -1, "nofile": 1048576, "stack": 67108864}
"""RDMA pins memory (memlock), and NCCL opens a socket per peer and rank (nofile); where devices are given."""


def container_command(cluster: Cluster, node: Node) -> str:
    """The shell command that makes the node's container, and starts it where no unit will."""
    return join(_argv(cluster, node, spec_hash(cluster)))


def spec_hash(cluster: Cluster) -> str:
    """Twelve hex digits over every node's container as it would be run; secrets count by name only."""
    shape = {node.name: _argv(cluster, node, "") for node in cluster.nodes}
    unit = unit_text(cluster) if is_supervised(cluster) else ""
    canonical = json.dumps([shape, secrets(cluster), unit], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:12]


def _argv(cluster: Cluster, node: Node, spec: str) -> list[str]:
    container = cluster.container
    assert container is not None
    limits = (RDMA_LIMITS if container.devices else {}) | container.limits
    labels = labels_of(cluster.name, spec, node.role)
    return [
        *_verb(cluster),
        *("--name", container.name, "--network", "host", "--init"),
        *(["--shm-size", container.shm] if container.shm else ["--ipc", "host"]),
        *(["--gpus", "all"] if container.gpus else []),
        *_each("--label", (f"{key}={value}" for key, value in labels.items())),
        *_each("--env", (f"{key}={value}" for key, value in variables(cluster, node).items())),
        *(["--env-file", "/dev/stdin"] if secrets(cluster) else []),
        *_each("--volume", container.mounts),
        *_each("--device", container.devices),
        *_each("--ulimit", (f"{key}={value}" for key, value in limits.items())),
        *(["--cap-add", "IPC_LOCK"] if container.devices else []),
        *("--entrypoint", "sh", container.image, "-c", script(cluster, node)),
    ]


def _verb(cluster: Cluster) -> tuple[str, ...]:
    return ("docker", "create") if is_supervised(cluster) else ("docker", "run", "--detach")


def _each(flag: str, values: Iterable[str]) -> list[str]:
    return [word for value in values for word in (flag, value)]
