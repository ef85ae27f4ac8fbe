"""What stands on the nodes before anything is changed: declared-stale things, our own, what is in the way."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inventory.cluster import Cluster
from inventory.transport import Result, Transport, run_everywhere
from launch.labels import SPEC, is_ours
from probes.facts import TABLE, frames
from probes.facts.containers import Container
from probes.facts.reading import Fact
from probes.facts.units import Unit, Units

PATIENCE_S = 30.0
"""A launch asks once and then acts on it: it waits longer for an answer than a check does."""

FACTS: tuple[Fact[Any], ...] = tuple(
    replace(TABLE[name], timeout_s=PATIENCE_S) for name in ("units", "containers")
)


@dataclass(frozen=True)
class NodeFound:
    """One node as found: all its units and containers."""

    units: Units = field(default_factory=Units)
    containers: tuple[Container, ...] = ()


@dataclass(frozen=True)
class Found:
    """What was found, by node, in the cluster file's order."""

    nodes: Mapping[str, NodeFound] = field(default_factory=dict)

    def stale_units(self, cluster: Cluster, node: str) -> tuple[Unit, ...]:
        """Declared-stale units that run, or would after a boot; under their own names."""
        named = [unit for name in cluster.stale.units for unit in self.nodes[node].units.named(name)]
        return tuple(u for u in named if u.is_active or u.active == "deactivating" or u.starts_at_boot)

    def stale_containers(self, cluster: Cluster, node: str) -> tuple[Container, ...]:
        return tuple(c for c in self.nodes[node].containers if c.name in cluster.stale.containers)

    def ours(self, cluster: Cluster, node: str) -> tuple[Container, ...]:
        """Containers that this deployment made, of whatever specification."""
        return tuple(c for c in self.nodes[node].containers if is_ours(c.labels, cluster.name))

    def in_the_way(self, cluster: Cluster, node: str) -> tuple[Container, ...]:
        """Containers with our name that are neither ours nor declared stale."""
        name = cluster.container.name if cluster.container else None
        known = {c.id for c in (*self.ours(cluster, node), *self.stale_containers(cluster, node))}
        return tuple(c for c in self.nodes[node].containers if c.name == name and c.id not in known)

    def stale_lines(self, cluster: Cluster) -> tuple[str, ...]:
        """What is declared stale and there, one line each."""
        return tuple(line for node in self.nodes for line in self._stale_lines(cluster, node))

    def _stale_lines(self, cluster: Cluster, node: str) -> Iterator[str]:
        for unit in self.stale_units(cluster, node):
            by = f", started at boot by {', '.join(unit.started_by)}" if unit.started_by else ""
            yield f"{node}: unit {unit.name} is {unit.active or 'not loaded'}, {unit.enabled_state}{by}"
        for container in self.stale_containers(cluster, node):
            yield f"{node}: container {container.name} ({container.image}) is {container.status}"


def differences(cluster: Cluster, found: Found, spec: str) -> tuple[str, ...]:
    """Why our containers are not what the file declares; empty when all run with this specification."""
    return tuple(line for node in found.nodes for line in _node_differences(cluster, found, node, spec))


def _node_differences(cluster: Cluster, found: Found, node: str, spec: str) -> Iterator[str]:
    ours = found.ours(cluster, node)
    if not ours:
        yield f"{node} has no container of this deployment"
    for container in ours:
        former = container.labels.get(SPEC, "none")
        if former != spec:
            yield f"the specification of {container.name} on {node} is {former}, wanted {spec}"
        if not container.running:
            yield f"{container.name} on {node} is {container.status} with status {container.exit_code}"


def look(nodes: Mapping[str, Transport]) -> Found:
    """Reads all nodes at once. Raises CannotTell for the first node that could not be asked."""
    token = secrets.token_hex(16)
    script = frames.script(FACTS, token)
    results = run_everywhere(nodes, dict.fromkeys(nodes, script), timeout_s=PATIENCE_S + 10)
    return Found({name: _node_found(result, token) for name, result in results.items()})


def _node_found(result: Result, token: str) -> NodeFound:
    readings = frames.parse(result.require().text, token, [fact.name for fact in FACTS])
    return NodeFound(**{fact.name: fact.parse(readings[fact.name]) for fact in FACTS})
