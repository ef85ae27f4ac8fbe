"""Taking down exactly what `up` made."""

from inventory.cluster import Cluster
from launch.found import Found
from launch.plan.removal import own_removal
from launch.plan.step import Step

PHASE = "down"


def down_steps(cluster: Cluster, found: Found) -> tuple[Step, ...]:
    return tuple(step for node in found.nodes for step in own_removal(cluster, found, node, PHASE))
