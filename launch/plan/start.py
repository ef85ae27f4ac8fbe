"""One container a node, pinned to the fabric; made only where nothing holds the ports."""

from inventory.cluster import Cluster, Node
from inventory.transport import quoted
from launch.plan.containers import run_command
from launch.plan.environment import secrets
from launch.plan.step import Step, ids


def start_steps(cluster: Cluster, phase: str) -> tuple[Step, ...]:
    """All nodes at once: the parts of a deployment find each other in any order."""
    ports = tuple(_ports(cluster, node, phase) for node in cluster.nodes)
    return (*ports, *(_container(cluster, node, phase, ids(ports)) for node in cluster.nodes))


def _ports(cluster: Cluster, node: Node, phase: str) -> Step:
    """An older Ray on the port would be joined in silence (`ray start` does not refuse)."""
    assert cluster.engine is not None
    ports = [cluster.ray.port] if cluster.engine.executor == "ray" else []
    ports += [cluster.engine.port] if node.role == "head" else []
    listed = " and ".join(map(str, ports))
    either = " or ".join(f"sport = :{port}" for port in ports)
    refuse = '{ echo "held by: $held; stop it, or declare its unit or container under [stale]" >&2; exit 1; }'
    return Step(
        id=f"{phase}/ports/{node.name}",
        node=node.name,
        command=f'held=$(ss -Hltnp "( {either} )") || exit 1; [ -z "$held" ] || {refuse}',
        purpose=f"see that nothing listens on port {listed}",
        deadline_s=15,
        phase=phase,
        changes=False,
    )


def _container(cluster: Cluster, node: Node, phase: str, needs: tuple[str, ...]) -> Step:
    assert cluster.container is not None
    return Step(
        id=f"{phase}/{node.role}/{node.name}",
        node=node.name,
        command=run_command(cluster, node),
        purpose=f"start the {node.role} in the container {cluster.container.name}",
        deadline_s=120,
        phase=phase,
        undo=quoted("docker rm --force %s", cluster.container.name),
        secrets=secrets(cluster),
        needs=needs,
    )
