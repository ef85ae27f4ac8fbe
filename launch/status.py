"""What runs now, against what is declared; asks, changes nothing."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from inventory.cluster import Cluster
from inventory.errors import CannotTell
from inventory.transport import Transport
from launch.found import Found, differences
from launch.labels import SPEC
from launch.plan import spec_hash
from launch.ready import ray
from launch.ready.token import streamed_token
from probes.ray.cluster import RayCluster

TOKEN_TIMEOUT_S = 20.0


@dataclass(frozen=True)
class NodeStatus:
    """Our container on one node; `state` is Docker's word, "absent" without one."""

    container: str
    state: str = "absent"
    spec: str | None = None
    image: str | None = None
    started_at: str | None = None


@dataclass(frozen=True)
class Status:
    """`spec`: the declared specification's hash; `faults`: why it is not healthy; serving: a token came;
    `ray`: its nodes, where they were asked.
    """

    cluster: str
    spec: str
    nodes: Mapping[str, NodeStatus]
    faults: tuple[str, ...]
    serving: bool
    ray: RayCluster | None = None

    @property
    def is_healthy(self) -> bool:
        return self.serving and not self.faults

    @property
    def same_spec(self) -> bool:
        return all(node.spec == self.spec for node in self.nodes.values())

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"healthy": self.is_healthy, "same_spec": self.same_spec}


def status_of(
    cluster: Cluster, nodes: Mapping[str, Transport], found: Found, base_url: Callable[[], str]
) -> Status:
    """Containers first; Ray and a token only when they are as declared."""
    spec = spec_hash(cluster)
    each = {node: _node(cluster, found, node) for node in found.nodes}
    seen, faults = None, differences(cluster, found, spec)
    if not faults and cluster.engine and cluster.engine.executor == "ray":
        seen, faults = _ray(cluster, nodes[cluster.head.name])
    faults = faults or _token_faults(cluster, base_url)
    return Status(cluster.name, spec, each, faults, serving=not faults, ray=seen)


def _node(cluster: Cluster, found: Found, node: str) -> NodeStatus:
    assert cluster.container is not None
    for container in found.ours(cluster, node):
        spec = container.labels.get(SPEC)
        return NodeStatus(container.name, container.status, spec, container.image, container.started_at)
    return NodeStatus(cluster.container.name)


def _ray(cluster: Cluster, head: Transport) -> tuple[RayCluster | None, tuple[str, ...]]:
    try:
        seen = ray.ask(cluster, head)
    except CannotTell as error:
        return None, (f"Ray does not answer: {error.seen}",)
    lacks = ray.missing(seen, ray.Wanted.of(cluster))
    return seen, ((f"Ray is not whole: {lacks}",) if lacks else ())


def _token_faults(cluster: Cluster, base_url: Callable[[], str]) -> tuple[str, ...]:
    try:
        wrong = streamed_token(cluster, base_url(), TOKEN_TIMEOUT_S)
    except CannotTell as error:
        wrong = error.seen
    return (f"no token was streamed: {wrong}",) if wrong else ()
