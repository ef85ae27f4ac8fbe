"""Whose is a process: which container or unit holds a port or a GPU, and does it come back after a boot?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from probes.facts.containers import Container
from probes.facts.listeners import Listener
from probes.facts.processes import Processes
from probes.facts.units import Units


@dataclass(frozen=True)
class Owner:
    """`kind` is `container`, `unit` or `process`; `returns`: what brings it back, "" when nothing does."""

    kind: str
    name: str
    pid: int | None
    returns: str = ""

    def __str__(self) -> str:
        process = f" (pid {self.pid})" if self.pid else ""
        return f"{self.kind} {self.name}{process}" + (
            f", which returns: {self.returns}" if self.returns else ""
        )


@dataclass(frozen=True)
class Owners:
    """Everything on a node that can own a process. `ours` are names of containers and units that may."""

    containers: Sequence[Container]
    units: Units
    processes: Processes
    ours: frozenset[str] = frozenset()

    def of(self, pid: int) -> Owner:
        """The container that the process runs in, else its unit, else the process itself."""
        return self._container(pid) or self._unit(pid) or self._process(pid)

    def strangers_on_port(self, port: int, listeners: Iterable[Listener]) -> tuple[str, ...]:
        """What holds the engine's port and is not ours: the service was replaced, it did not crash."""
        holders = {self._holder(one) for one in listeners if one.port == port}
        return tuple(
            sorted(
                f"port {port} is held by {one}: replaced, not crashed"
                for one in holders
                if one.name not in self.ours
            )
        )

    def competitors(self, pids: Iterable[int]) -> tuple[str, ...]:
        """Owners of these processes (of those that hold a GPU, say) that are not ours and return."""
        owners = {self.of(pid) for pid in pids}
        return tuple(sorted(str(one) for one in owners if one.returns and one.name not in self.ours))

    def _container(self, pid: int) -> Owner | None:
        lineage = tuple(self.processes.lineage(pid))
        ids = {one.container_id for one in lineage}
        pids = {one.pid for one in lineage} | {pid}
        found = (one for one in self.containers if one.id in ids or one.pid in pids)
        container = next(found, None)
        if container is None:
            return None
        returns = f"restart policy {container.restart_policy}" if container.comes_back else ""
        return Owner("container", container.name, pid, returns)

    def _unit(self, pid: int) -> Owner | None:
        names = (one.unit for one in self.processes.lineage(pid) if one.unit)
        unit = self.units.get(next(names, ""))
        if unit is None:
            return None
        returns = f"started at boot by {', '.join(unit.started_by)}" if unit.starts_at_boot else ""
        return Owner("unit", unit.name, pid, returns)

    def _process(self, pid: int) -> Owner:
        found = self.processes.get(pid)
        return Owner("process", found.name if found else "unknown", pid)

    def _holder(self, listener: Listener) -> Owner:
        if listener.pid is None:
            return Owner("process", listener.process or "unknown", None)
        return self.of(listener.pid)
