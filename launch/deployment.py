"""A deployment on its nodes: evicted, brought up, asked about, taken down; in that order or in part."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from inventory.cluster import Cluster
from inventory.transport import Transport
from launch import found as finding
from launch import state
from launch.executor import Executor
from launch.found import Found
from launch.journal import Journal, entries
from launch.lock import Lock
from launch.phases import Phase, Phases
from launch.plan import down_steps, engine_steps, evict_steps, ray_steps
from launch.preconditions import refuse_strangers, require_consent, require_declared, require_gone
from launch.progress import Progress, Silent
from launch.ready import ray
from launch.ready.engine import Waiting
from launch.restore import restore_steps
from launch.status import Status, status_of
from probes.api.address import base_url
from probes.ray.cluster import RayCluster


class Deployment:
    """One cluster's deployment, from this controller.

    `evidence`: what was found, evicted and replaced, in order; `differences`: why a deployment of ours
    that was found is not adopted; `adopted`: nothing needs to be changed. Both are known after `look`.
    `fresh`: even a healthy one is replaced.
    """

    def __init__(
        self,
        cluster: Cluster,
        nodes: Mapping[str, Transport],
        progress: Progress | None = None,
        folder: Path | None = None,
        *,
        fresh: bool = False,
    ) -> None:
        self.cluster, self.nodes, self.progress = cluster, nodes, progress or Silent()
        self._named_folder = folder
        self._phases = Phases(self.progress)
        self.evidence: list[str] = []
        self.differences: tuple[str, ...] = ()
        self.adopted = False
        self._fresh = fresh
        self._ray: RayCluster | None = None
        self._found: Found | None = None

    @property
    def phases(self) -> list[Phase]:
        """What has been gone through so far, in order."""
        return self._phases.recorded

    @cached_property
    def folder(self) -> Path:
        """Where the journal and the lock are, on this controller."""
        return self._named_folder or state.folder_of(self.cluster.name)

    @cached_property
    def _lock(self) -> Lock:
        return Lock(self.folder / "lock")

    @cached_property
    def _executor(self) -> Executor:
        return Executor(self.nodes, Journal(self.folder / "journal.jsonl"), self.progress)

    def lock(self) -> Lock:
        """Takes the cluster for this run.

        Raises Refused while another run holds it, naming that one; BadInput when nothing is declared to be
        launched.
        """
        require_declared(self.cluster)
        if not self._lock.is_held and self._lock.acquire().left_behind:
            self._say(f"taken over from {self._lock.left_behind}, which ended without giving it free")
        return self._lock

    def release(self) -> None:
        """Gives the cluster free; harmless when this run does not hold it."""
        if "_lock" in self.__dict__:
            self._lock.release()

    def look(self) -> Found:
        """What stands on the nodes, read once; decides whether it is adopted. Raises CannotTell."""
        require_declared(self.cluster)
        if self._found is None:
            with self._phases.running("look"):
                self._found = finding.look(self.nodes)
                self._decide(self._found)
        return self._found

    def evict(self, consent: bool) -> tuple[str, ...]:
        """Removes what is declared stale, and our own unhealthy or older containers; says what it did.

        Raises Refused without a consent when something stale is there, or when a stranger bears our name;
        LaunchFailed when it does not go.
        """
        self.lock()
        found, begun = self.look(), len(self.evidence)
        refuse_strangers(self.cluster, found)
        stale = found.stale_lines(self.cluster)
        require_consent(self.cluster, stale, consent=consent)
        self._say(*(f"found {line}" for line in stale), *(f"replaced: {why}" for why in self.differences))
        steps = evict_steps(self.cluster, found, replace=not self.adopted)
        if steps:
            with self._phases.running("evict"):
                self._executor.run(steps)
                require_gone(finding.look(self.nodes).stale_lines(self.cluster))
                self._say(*(f"gone: {line.partition(' is ')[0].partition(' (')[0]}" for line in stale))
        return tuple(self.evidence[begun:])

    def ray(self) -> RayCluster | None:
        """Ray on all nodes, with the declared addresses and GPUs; None where the engine does without it.

        Raises LaunchFailed.
        """
        self.lock()
        steps = ray_steps(self.cluster)
        if not steps:
            return None
        if self.adopted:
            return self._ray
        with self._phases.running("ray"):
            self._executor.run(steps)
            return ray.wait(self.cluster, self.nodes, self.progress)

    def engine(self) -> None:
        """The engine, until it has streamed a token. Raises LaunchFailed with the phase it ended in."""
        self.lock()
        if self.adopted:
            return
        self._executor.run(engine_steps(self.cluster))
        Waiting(self.cluster, self.nodes, self.progress, self.base_url, self._phases.ended).wait()

    def status(self) -> Status:
        """What runs now. Raises CannotTell when a node could not be asked, BadInput as `lock`."""
        require_declared(self.cluster)
        return status_of(self.cluster, self.nodes, finding.look(self.nodes), self.base_url)

    def down(self) -> tuple[str, ...]:
        """Removes exactly what this deployment made; the purposes of the steps taken. Raises LaunchFailed."""
        self.lock()
        steps = down_steps(self.cluster, finding.look(self.nodes))
        self._executor.run(steps)
        self._found = None
        return tuple(f"{step.node}: {step.purpose}" for step in steps)

    def restore(self) -> tuple[str, ...]:
        """Undoes the last eviction, from the journal; what was done, a line a step. Raises LaunchFailed."""
        self.lock()
        steps = restore_steps(entries(self._executor.journal.path))
        for step in steps:
            self._executor.run([step])
        return tuple(f"{step.node}: {step.purpose}" for step in steps)

    def base_url(self) -> str:
        """Where the API is reached from here: as declared, else by a tunnel to the head."""
        return base_url(self.cluster, self.nodes)

    def _decide(self, found: Found) -> None:
        if self._fresh:
            self.differences = ("a fresh start was asked for",)
        elif any(found.ours(self.cluster, node) for node in found.nodes):
            status = status_of(self.cluster, self.nodes, found, self.base_url)
            self.adopted, self.differences, self._ray = status.is_healthy, status.faults, status.ray
        if self.adopted:
            self._say(f"adopted: the same specification ({status.spec}) runs and streams tokens")

    def _say(self, *lines: str) -> None:
        for line in lines:
            self.evidence.append(line)
            self.progress.line(line)
