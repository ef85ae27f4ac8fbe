"""Taking down exactly what `up` made: the containers with this deployment's label."""

from inventory.cluster import Cluster
from launch.found import Found
from launch.plan.evict import words
from launch.plan.step import Step

PHASE = "down"


def down_steps(cluster: Cluster, found: Found) -> tuple[Step, ...]:
    return tuple(
        Step(
            id=f"down/{node}",
            node=node,
            command=f"docker rm --force {words(names)}",
            purpose=f"remove what this deployment made: {', '.join(names)}",
            deadline_s=120,
            phase=PHASE,
            why_no_undo="`up` makes it anew from the cluster file",
        )
        for node in found.nodes
        if (names := [container.name for container in found.ours(cluster, node)])
    )
