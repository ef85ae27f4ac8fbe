"""One container a node, pinned to the fabric; made only where nothing holds the ports."""

from collections.abc import Iterator
from functools import partial

from inventory.cluster import Cluster, Node
from inventory.transport import quoted
from launch.plan.containers import container_command
from launch.plan.environment import secrets
from launch.plan.step import Step, ids
from launch.plan.supervise import install_command, is_supervised, uninstall_command, unit_name


def start_steps(cluster: Cluster, phase: str) -> tuple[Step, ...]:
    """All nodes at once: the parts of a deployment find each other in any order."""
    ports = tuple(step for node in cluster.nodes for step in _ports(cluster, node, phase))
    containers = tuple(_container(cluster, node, phase, ids(ports)) for node in cluster.nodes)
    units = tuple(map(partial(_unit, cluster), containers)) if is_supervised(cluster) else ()
    return (*ports, *containers, *units)


def _ports(cluster: Cluster, node: Node, phase: str) -> Iterator[Step]:
    """An older Ray on the port would be joined in silence (`ray start` does not refuse)."""
    assert cluster.engine is not None
    ports = [cluster.ray.port] if cluster.engine.executor == "ray" else []
    ports += [cluster.engine.port] if node.role == "head" else []
    if not ports:
        return
    listed = " and ".join(map(str, ports))
    either = " or ".join(f"sport = :{port}" for port in ports)
    refuse = '{ echo "held by: $held; stop it, or declare its unit or container under [stale]" >&2; exit 1; }'
    yield Step(
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
        command=container_command(cluster, node),
        purpose=f"{_verb(cluster)} the {node.role}'s container {cluster.container.name}",
        deadline_s=120,
        phase=phase,
        undo=quoted("docker rm --force %s", cluster.container.name),
        secrets=secrets(cluster),
        needs=needs,
    )


def _verb(cluster: Cluster) -> str:
    return "make" if is_supervised(cluster) else "start"


def _unit(cluster: Cluster, container: Step) -> Step:
    return Step(
        id=f"{container.phase}/unit/{container.node}",
        node=container.node,
        command=install_command(cluster),
        purpose=f"start the container by {unit_name(cluster)}, now and at every boot",
        deadline_s=60,
        phase=container.phase,
        undo=uninstall_command(cluster),
        needs=(container.id,),
    )
