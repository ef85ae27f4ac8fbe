"""The fold: a state and an event give the next state."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from probes.engine_log.events import (
    Arguments,
    Compile,
    EngineReady,
    Event,
    GraphsAbsent,
    GraphsDone,
    GraphsEstimated,
    GraphsProgress,
    HttpUp,
    KvCache,
    Listening,
    LoadStarted,
    PlacementWait,
    Problem,
    RankJoined,
    RayConnected,
    Started,
    Stopping,
    Throughput,
    Version,
    WeightsDone,
    WeightsProgress,
)
from probes.engine_log.phase import Phase
from probes.engine_log.state import LogState

KEPT_PROBLEMS = 20
"""The first errors matter: what follows them is mostly their consequence."""

ENTERS: Mapping[type[Event], Phase] = {
    Started: Phase.RENDEZVOUS,
    Version: Phase.RENDEZVOUS,
    RayConnected: Phase.RENDEZVOUS,
    PlacementWait: Phase.RENDEZVOUS,
    RankJoined: Phase.RENDEZVOUS,
    LoadStarted: Phase.WEIGHTS,
    WeightsProgress: Phase.WEIGHTS,
    WeightsDone: Phase.WEIGHTS,
    Compile: Phase.COMPILE,
    KvCache: Phase.COMPILE,
    EngineReady: Phase.COMPILE,
    GraphsProgress: Phase.GRAPHS,
    GraphsDone: Phase.GRAPHS,
    HttpUp: Phase.SERVING,
}


def fold(events: Iterable[Event], state: LogState | None = None) -> LogState:
    """The state after these events, from a fresh one if none is given."""
    reached = LogState() if state is None else state
    for event in events:
        reached = after(reached, event)
    return reached


def after(state: LogState, event: Event) -> LogState:
    """The state after one event; an event that says nothing of the start (a request) changes nothing."""
    if isinstance(event, Started):
        state = _restarted(state)
    change = CHANGES.get(type(event))
    changed = replace(state, at=event.at or state.at, **(change(state, event) if change else {}))
    phase = ENTERS.get(type(event))
    return changed.entering(phase) if phase else changed


def _restarted(state: LogState) -> LogState:
    return LogState(restarts=state.restarts + (state.engine is not None))


def _weights(state: LogState, event: WeightsProgress) -> dict[str, Any]:
    key = event.source if event.pid is None else str(event.pid)  # Ray names ip= on some lines only
    before = state.bars.get(key)
    is_new = before is None or event.done < before.done
    number = max(state.bar_number, 1) if before is None else state.bar_number + is_new
    return {"bars": MappingProxyType({**state.bars, key: event}), "bar_number": number}


def _rank(state: LogState, event: RankJoined) -> dict[str, Any]:
    met = {event.rank} if event.is_placed and event.rank is not None else set()
    return {
        "ranks": state.ranks | met,
        "world_size": event.world_size or state.world_size,
        "placement_wait_s": None,
    }


def _kv(state: LogState, event: KvCache) -> dict[str, Any]:
    known = state.kv or KvCache()
    said = {f.name: getattr(event, f.name) for f in fields(event)}
    return {"kv": replace(known, **{name: value for name, value in said.items() if value not in (None, "")})}


CHANGES: Mapping[type[Event], Callable[[LogState, Any], dict[str, Any]]] = {
    Started: lambda _, e: {"engine": e.engine, "version": e.version},
    Version: lambda _, e: {"engine": e.engine, "version": e.version},
    Arguments: lambda _, e: {"arguments": e.values},
    RayConnected: lambda s, e: {"ray_address": e.address or s.ray_address},
    PlacementWait: lambda _, e: {"placement_wait_s": e.waited_s},
    RankJoined: _rank,
    WeightsProgress: _weights,
    WeightsDone: lambda s, e: {"loaded": (*s.loaded, e)},
    Compile: lambda s, e: {"compile_s": s.compile_s if e.seconds is None else e.seconds},
    KvCache: _kv,
    GraphsProgress: lambda _, e: {"graphs": e},
    GraphsEstimated: lambda _, e: {"graphs_gib": e.gib},
    GraphsDone: lambda s, e: {"graphs_s": e.seconds, "graphs_gib": e.gib or s.graphs_gib},
    GraphsAbsent: lambda _, e: {"graphs_absent": e.reason},
    EngineReady: lambda _, e: {"ready_s": e.seconds},
    Listening: lambda _, e: {"url": e.url},
    Throughput: lambda _, e: {"throughput": e},
    Stopping: lambda _, __: {"is_stopping": True},
    Problem: lambda s, e: {"problems": tuple(dict.fromkeys((*s.problems, e.text)))[:KEPT_PROBLEMS]},
}
