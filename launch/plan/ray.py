"""Ray's head and workers, where the engine's executor is Ray."""

from inventory.cluster import Cluster
from launch.plan.start import start_steps
from launch.plan.step import Step

PHASE = "ray"


def ray_steps(cluster: Cluster) -> tuple[Step, ...]:
    """The containers with Ray in them; none where the engine does without it."""
    assert cluster.engine is not None
    return start_steps(cluster, PHASE) if cluster.engine.executor == "ray" else ()
