"""The declared cluster as one immutable value."""

from ipaddress import IPv4Interface
from itertools import combinations

from pydantic import Field, model_validator

from inventory.cluster.sections import (
    Api,
    Clock,
    Container,
    Engine,
    Expect,
    Fabric,
    Gpu,
    Memory,
    Node,
    Ray,
    Ready,
    Ssh,
    Stale,
    Waiver,
)
from inventory.cluster.values import Name, Section


class Cluster(Section):
    """What the owner declares. Sections that are not declared are None: their checks do not apply."""

    name: Name
    nodes: tuple[Node, ...] = Field(default=(), alias="node")
    ssh: Ssh = Ssh()
    fabric: Fabric | None = None
    gpu: Gpu | None = None
    memory: Memory = Memory()
    clock: Clock = Clock()
    container: Container | None = None
    ray: Ray = Ray()
    engine: Engine | None = None
    api: Api | None = None
    stale: Stale = Stale()
    ready: Ready = Ready()
    expect: Expect = Expect()
    waive: tuple[Waiver, ...] = ()
    simulated: tuple[Name, ...] = ()
    allow_evict: bool = False

    @model_validator(mode="after")
    def _is_coherent(self) -> "Cluster":
        for wrong in _contradictions(self):
            raise ValueError(wrong)
        return self

    @property
    def head(self) -> Node:
        return next(node for node in self.nodes if node.role == "head")

    @property
    def workers(self) -> tuple[Node, ...]:
        return tuple(node for node in self.nodes if node.role == "worker")

    @property
    def node_names(self) -> tuple[str, ...]:
        return tuple(node.name for node in self.nodes)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every two nodes that share a fabric, in the file's order."""
        return tuple(combinations((node.name for node in self.nodes if node.fabric), 2))

    @property
    def expected_gpus(self) -> int:
        return (self.gpu.per_node if self.gpu else 0) * len(self.nodes)

    def node(self, name: str) -> Node:
        return next(node for node in self.nodes if node.name == name)

    def fabric_of(self, node: "Node | str") -> IPv4Interface:
        """The node's declared address and prefix on the fabric."""
        declared = self.node(node) if isinstance(node, str) else node
        assert declared.fabric is not None, f"{declared.name} declares no fabric address"
        return declared.fabric

    def interface_of(self, node: "Node | str") -> str:
        """The node's device on the fabric: its own override, else the cluster's."""
        declared = self.node(node) if isinstance(node, str) else node
        name = declared.interface or (self.fabric.interface if self.fabric else None)
        assert name is not None, f"{declared.name} declares no fabric interface"
        return name


def _contradictions(cluster: Cluster) -> list[str]:
    names = [node.name for node in cluster.nodes]
    addresses = [node.fabric.ip for node in cluster.nodes if node.fabric]
    networks = {node.fabric.network for node in cluster.nodes if node.fabric}
    heads = [node.name for node in cluster.nodes if node.role == "head"]
    rules = {
        "declare at least one [[node]] or an [api] with its url": not cluster.nodes and not cluster.api,
        f"node names must differ, these do not: {sorted(names)}": len(set(names)) < len(names),
        f'exactly one node must have role = "head", these have: {heads}': bool(names) and len(heads) != 1,
        f"fabric addresses must differ, these do not: {[str(a) for a in addresses]}": len(set(addresses))
        < len(addresses),
        f"fabric addresses must share one subnet, these do not: {sorted(map(str, networks))}": len(networks)
        > 1,
        "a node needs ssh or pct to be reached": any(n.ssh is None and n.pct is None for n in cluster.nodes),
        "[engine] needs at least one [[node]] to run on": cluster.engine is not None and not cluster.nodes,
        "a node with a fabric address needs an interface: [fabric] interface or the node's own": any(
            n.fabric and not (n.interface or (cluster.fabric and cluster.fabric.interface))
            for n in cluster.nodes
        ),
    }
    return [sentence for sentence, broken in rules.items() if broken]
