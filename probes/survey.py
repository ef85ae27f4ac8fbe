"""What the nodes of a cluster are: all facts of all nodes, read at once when first asked for."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from testinfra.host import Host

from inventory.cluster import Cluster
from inventory.cluster import Node as DeclaredNode
from inventory.errors import FirstlightError
from inventory.host import host
from inventory.transport import Result, Transport, run_everywhere
from probes.facts import frames, table_for
from probes.facts.reading import Fact, Reading


@dataclass
class Facts:
    """One node's facts by name, parsed when asked for. Asking raises what stood in the way."""

    table: Mapping[str, Fact[Any]]
    readings: Mapping[str, Reading]
    _parsed: dict[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self.table:
            raise AttributeError(f"no fact is named {name!r}; known: {', '.join(sorted(self.table))}")
        if name not in self._parsed:
            self._parsed[name] = self.table[name].parse(self.readings[name])
        return self._parsed[name]


class Survey:
    """The nodes' facts, cached until `forget`: what changes a node must say so."""

    def __init__(self, cluster: Cluster, transports: Mapping[str, Transport]) -> None:
        self.cluster = cluster
        self.transports = transports
        self._found: dict[str, Facts | FirstlightError] = {}

    def facts(self, name: str) -> Facts:
        """The node's facts; the first call reads all nodes at once. Raises Unreachable or TimedOut."""
        if name not in self._found:
            self._found |= read(self.cluster, self.transports)
        found = self._found[name]
        if isinstance(found, FirstlightError):
            raise found
        return found

    def forget(self) -> None:
        """The next question reads the nodes afresh."""
        self._found.clear()


def read(cluster: Cluster, transports: Mapping[str, Transport]) -> dict[str, Facts | FirstlightError]:
    """Every node's facts, or the error that stood in the way, in one round trip a node."""
    tables = {name: table_for(cluster, cluster.node(name)) for name in transports}
    token = secrets.token_hex(16)
    scripts = {name: frames.script(table.values(), token) for name, table in tables.items()}
    results = run_everywhere(transports, scripts, timeout_s=_deadline_s(tables.values(), cluster))
    return {name: _facts(tables[name], result, token) for name, result in results.items()}


def _deadline_s(tables: Iterable[Mapping[str, Fact[Any]]], cluster: Cluster) -> float:
    slowest_s = max((fact.timeout_s for table in tables for fact in table.values()), default=0.0)
    return slowest_s + cluster.ssh.connect_timeout_s + 5


def _facts(table: Mapping[str, Fact[Any]], result: Result, token: str) -> Facts | FirstlightError:
    try:
        return Facts(table, frames.parse(result.require().text, token, table))
    except FirstlightError as error:
        return error


@dataclass(frozen=True)
class Node:
    """A declared node as it is: its facts, a testinfra host, and the raw transport."""

    declared: DeclaredNode
    survey: Survey

    @property
    def name(self) -> str:
        return self.declared.name

    @property
    def transport(self) -> Transport:
        return self.survey.transports[self.name]

    @property
    def facts(self) -> Facts:
        return self.survey.facts(self.name)

    @property
    def host(self) -> Host:
        return host(self.transport)

    def run(self, command: str, *, timeout_s: float = 10) -> Result:
        """The command's result, if it ran. Raises TimedOut or Unreachable."""
        return self.transport.run(command, timeout_s=timeout_s).require()
