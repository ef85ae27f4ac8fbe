"""Ray's head and workers: one container a node, pinned to the fabric."""

from inventory.cluster import Cluster, Node
from inventory.transport import quoted
from launch.plan.containers import run_command
from launch.plan.environment import secrets
from launch.plan.step import Step, ids

PHASE = "ray"


def ray_steps(cluster: Cluster) -> tuple[Step, ...]:
    """All nodes at once: a worker waits for the head by itself. Nothing starts while a port is held."""
    ports = tuple(_ports(cluster, node) for node in cluster.nodes)
    return (*ports, *(_container(cluster, node, ids(ports)) for node in cluster.nodes))


def _ports(cluster: Cluster, node: Node) -> Step:
    """An older Ray on the port would be joined in silence (`ray start` then only warns)."""
    assert cluster.engine is not None
    ports = (cluster.ray.port, cluster.engine.port) if node.role == "head" else (cluster.engine.port,)
    listed = " and ".join(map(str, ports))
    either = " or ".join(f"sport = :{port}" for port in ports)
    refuse = '{ echo "held by: $held; stop it, or declare its unit or container under [stale]" >&2; exit 1; }'
    return Step(
        id=f"ray/ports/{node.name}",
        node=node.name,
        command=f'held=$(ss -Hltnp "( {either} )") || exit 1; [ -z "$held" ] || {refuse}',
        purpose=f"see that nothing listens on port {listed}",
        deadline_s=15,
        phase=PHASE,
        changes=False,
    )


def _container(cluster: Cluster, node: Node, needs: tuple[str, ...]) -> Step:
    assert cluster.container is not None
    return Step(
        id=f"ray/{node.role}/{node.name}",
        node=node.name,
        command=run_command(cluster, node),
        purpose=f"start Ray's {node.role} in the container {cluster.container.name}",
        deadline_s=120,
        phase=PHASE,
        undo=quoted("docker rm --force %s", cluster.container.name),
        secrets=secrets(cluster),
        needs=needs,
    )
