"""A Ray cluster as it is: its nodes, their resources, and what waits for resources."""

from collections.abc import Mapping
from dataclasses import dataclass, field

HEAD_RESOURCE = "node:__internal_head__"
"""The resource that Ray gives to the head alone (2.x)."""


@dataclass(frozen=True)
class RayNode:
    """One node that the cluster knows or knew; `gpus`, `cpus` are what it brought when it joined."""

    address: str
    alive: bool
    is_head: bool
    gpus: float
    cpus: float
    node_id: str = ""
    message: str = ""
    resources: Mapping[str, float] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class RayCluster:
    """All nodes, dead ones included. Versions are the cluster's own (None: the head does not tell).

    `gpus_used`: None when the source does not say; `pending`: what waits for resources, in words.
    """

    nodes: tuple[RayNode, ...]
    gpus_total: float
    gpus_used: float | None = None
    pending: tuple[str, ...] = ()
    ray_version: str | None = None
    python_version: str | None = None

    @property
    def alive(self) -> tuple[RayNode, ...]:
        return tuple(node for node in self.nodes if node.alive)

    @property
    def addresses(self) -> frozenset[str]:
        """Addresses of the nodes that are alive."""
        return frozenset(node.address for node in self.alive)

    @property
    def head(self) -> RayNode | None:
        return next((node for node in self.alive if node.is_head), None)
