"""Removing what this deployment made on a node: its unit first, then its containers."""

from inventory.cluster import Cluster
from inventory.transport import quoted
from launch.found import Found
from launch.plan.step import Step
from launch.plan.supervise import uninstall_command, unit_name


def own_removal(cluster: Cluster, found: Found, node: str, phase: str) -> tuple[Step, ...]:
    """One step, or none where nothing bears the deployment's label or unit name."""
    containers = [container.name for container in found.ours(cluster, node)]
    unit = unit_name(cluster)
    supervised = unit in found.nodes[node].units
    commands = [uninstall_command(cluster)] if supervised else []
    commands += [f"docker rm --force {words(containers)}"] if containers else []
    if not commands:
        return ()
    step = Step(
        id=f"{phase}/own/{node}",
        node=node,
        command=" && ".join(commands),
        purpose=f"remove what this deployment made: {', '.join([unit] * supervised + containers)}",
        deadline_s=120,
        phase=phase,
        why_no_undo="`up` makes it anew from the cluster file",
    )
    return (step,)


def words(names: list[str]) -> str:
    """The names as words of a shell."""
    return quoted(" ".join(["%s"] * len(names)), *names)
