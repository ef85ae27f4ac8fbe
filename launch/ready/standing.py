"""How far a start has come: moments looked at, one after the other. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from launch.ready.asking import Seen
from probes.diagnosis import Finding
from probes.engine_log import LogState, Phase

KINDS: Mapping[str, tuple[str, ...]] = {
    "raylet": ("raylet",),
    "Ray's GCS": ("gcs_server",),
    "the engine's core": ("VLLM::EngineCor",),
    "a rank of the engine": ("ray::RayWorkerW", "ray::RayWorkerP", "VLLM::Worker"),
}
"""Processes without which there is no engine, by the beginnings of their names (15 characters are kept)."""


@dataclass(frozen=True)
class Moment:
    """One look at all nodes: at `at_s` (s, monotonic); a node that did not answer is missing from `seen`."""

    at_s: float
    seen: Mapping[str, Seen]
    findings: tuple[Finding, ...] = ()
    log: LogState = field(default_factory=LogState)


@dataclass(frozen=True)
class Standing:
    """What is known so far. `moved_s`: when it last moved on; `kinds`: processes seen alive, by node."""

    started_s: float
    moved_s: float
    mark: tuple[object, ...] = ()
    phase: str = "rendezvous"
    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)
    oom_kills: Mapping[str, int] = field(default_factory=dict)
    answered_s: Mapping[str, float] = field(default_factory=dict)
    log: LogState = field(default_factory=LogState)


def advance(standing: Standing, moment: Moment) -> Standing:
    """The standing after this moment."""
    mark, phase = _mark(moment), phase_of(moment)
    return replace(
        standing,
        mark=mark,
        phase=phase,
        moved_s=moment.at_s if mark != standing.mark else standing.moved_s,
        kinds=dict(standing.kinds)
        | {n: standing.kinds.get(n, frozenset()) | kinds(s) for n, s in moment.seen.items()},
        oom_kills=dict(_first_kills(moment)) | dict(standing.oom_kills),
        answered_s=dict(standing.answered_s) | dict.fromkeys(moment.seen, moment.at_s),
        log=moment.log,
    )


def phase_of(moment: Moment) -> str:
    """The phase in the report's words: an engine that serves still has to answer by HTTP."""
    return "http" if is_up(moment) else moment.log.phase.value


def phases_of(moment: Moment) -> tuple[str, ...]:
    """The phases gone through so far, in order: short ones may lie between two looks."""
    logged = [phase.value for phase, _ in moment.log.entered if phase is not Phase.SERVING]
    return tuple(dict.fromkeys((Phase.RENDEZVOUS.value, *logged, phase_of(moment))))


def is_up(moment: Moment) -> bool:
    """Whether the API can be asked: its log says so, or its port listens."""
    return moment.log.phase is Phase.SERVING or any(seen.is_listening for seen in moment.seen.values())


def kinds(seen: Seen) -> frozenset[str]:
    return frozenset(
        kind for kind, names in KINDS.items() if any(process.startswith(names) for process in seen.processes)
    )


def _mark(moment: Moment) -> tuple[object, ...]:
    log = moment.log
    bars = tuple(sorted((name, bar.done) for name, bar in log.bars.items()))
    graphs = log.graphs.done if log.graphs else None
    return (
        phase_of(moment),
        log.engine,
        log.ray_address,
        len(log.ranks),
        log.bar_number,
        bars,
        len(log.loaded),
        log.compile_s,
        graphs,
        log.kv,
    )


def _first_kills(moment: Moment) -> Iterator[tuple[str, int]]:
    return ((node, seen.oom_kills) for node, seen in moment.seen.items() if seen.oom_kills is not None)
