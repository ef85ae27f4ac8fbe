"""What the containers run: one script a role and executor, its process the container's own.

Under Ray the head brings Ray up, waits for the start mark, and becomes `vllm serve`: from then on the
container lives and dies with the server. The mark lies in the container, so a restarted one serves without
us.
"""

import json
from collections.abc import Callable, Mapping
from shlex import join

from inventory.cluster import Cluster, Node
from inventory.transport import quoted
from launch.plan.environment import PER_NODE, address_of
from launch.plan.vllm import program, ranks, serve

START_MARK = "/tmp/firstlight-start"  # noqa: S108  inside the container
LEFT_TO_NODES = "ray_non_carry_over_env_vars.json"
"""vLLM (vllm/ray/ray_env.py) copies the driver's environment to the workers except what this lists."""


def ray_address(cluster: Cluster) -> str:
    return f"{address_of(cluster, cluster.head)}:{cluster.ray.port}"


def script(cluster: Cluster, node: Node) -> str:
    """What the node's container runs under sh."""
    assert cluster.engine is not None
    return SCRIPTS[cluster.engine.executor, node.role](cluster, node)


def ray_head(cluster: Cluster, node: Node) -> str:
    return "\n".join(
        (
            "set -eu",
            'config="${VLLM_CONFIG_ROOT:-${XDG_CONFIG_HOME:-$HOME/.config}/vllm}"',
            'mkdir -p "$config"',
            quoted(f'printf %%s %s > "$config/{LEFT_TO_NODES}"', json.dumps(PER_NODE)),
            join(_ray_start(cluster, node, "--head", f"--port={cluster.ray.port}", _dashboard(cluster))),
            quoted("until [ -e %s ]; do sleep 0.1; done", START_MARK),
            quoted("export RAY_ADDRESS=%s", ray_address(cluster)),
            "exec " + join(serve(cluster)),
        )
    )


def ray_worker(cluster: Cluster, node: Node) -> str:
    """Waits for the head's port first: nodes come up in any order."""
    head, port = address_of(cluster, cluster.head), cluster.ray.port
    answers = f"import socket; socket.create_connection(({json.dumps(head)}, {port}), 2)"
    start = _ray_start(cluster, node, "--block", f"--address={ray_address(cluster)}")
    return "\n".join(
        (
            quoted("echo %s", f"waiting for Ray at {ray_address(cluster)}"),
            quoted("until %s -c %s 2>/dev/null; do sleep 0.3; done", program(cluster, "python3"), answers),
            "exec " + join(start),
        )
    )


def _ray_start(cluster: Cluster, node: Node, *role: str) -> tuple[str, ...]:
    """GPUs are left to Ray to find, but where the container is given none (stand-ins) they are told."""
    assert cluster.container is not None
    gpus = cluster.gpu.per_node if cluster.gpu and not cluster.container.gpus else None
    store = cluster.ray.object_store_bytes
    return (
        program(cluster, "ray"),
        "start",
        *role,
        f"--node-ip-address={address_of(cluster, node)}",
        "--disable-usage-stats",
        *([f"--num-gpus={gpus}"] if gpus is not None else []),
        *([f"--object-store-memory={store}"] if store else []),
    )


def _dashboard(cluster: Cluster) -> str:
    return f"--include-dashboard={str(cluster.ray.dashboard).lower()}"


def rank(cluster: Cluster, node: Node) -> str:
    """Executor `mp`: the server itself on every node, headless but on the first."""
    return "exec " + join((*serve(cluster), *ranks(cluster, node)))


Script = Callable[[Cluster, Node], str]
SCRIPTS: Mapping[tuple[str, str], Script] = {
    ("ray", "head"): ray_head,
    ("ray", "worker"): ray_worker,
    ("mp", "head"): rank,
    ("mp", "worker"): rank,
}
