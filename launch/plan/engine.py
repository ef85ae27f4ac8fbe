"""The engine: under Ray the head's container becomes the server, else each node's is one of its ranks."""

from inventory.cluster import Cluster
from inventory.transport import quoted
from launch.plan.scripts import START_MARK
from launch.plan.start import start_steps
from launch.plan.step import Step

PHASE = "engine"


def engine_steps(cluster: Cluster) -> tuple[Step, ...]:
    assert cluster.engine is not None
    return (_mark(cluster),) if cluster.engine.executor == "ray" else start_steps(cluster, PHASE)


def _mark(cluster: Cluster) -> Step:
    assert cluster.container is not None
    assert cluster.engine is not None
    return Step(
        id=f"engine/start/{cluster.head.name}",
        node=cluster.head.name,
        command=quoted("docker exec %s touch %s", cluster.container.name, START_MARK),
        purpose=f"let the head's container become the server of {cluster.engine.model_name}",
        deadline_s=30,
        phase=PHASE,
        why_no_undo="a server that has begun ends with its container, which the Ray step's undo removes",
    )
