"""Where a start stands, in a sentence for people who wait."""

from typing import TYPE_CHECKING

from probes.engine_log.phase import Phase

if TYPE_CHECKING:
    from probes.engine_log.state import LogState


def progress(state: "LogState") -> str:
    """One sentence without a full stop."""
    return _SENTENCE[state.phase](state)


def _rendezvous(state: "LogState") -> str:
    if state.placement_wait_s is not None:
        return f"Ray has not given the GPUs for {state.placement_wait_s:.0f} s"
    if state.ranks and state.world_size:
        return f"{len(state.ranks)} of {state.world_size} ranks seen to have met"
    if state.ray_address:
        return f"connected to Ray at {state.ray_address}"
    return "starting" if state.engine is None else f"{state.engine} {state.version or ''} starting".rstrip()


def _weights(state: "LogState") -> str:
    bar = state.weights
    if state.loaded and (bar is None or bar.done >= bar.total):
        return "weights loaded" + ("" if state.weights_s is None else f" in {duration(state.weights_s)}")
    if bar is None:
        return "loading weights"
    which = "" if state.bar_number < 2 else f" of model {state.bar_number}"
    pace = "" if bar.shard_s is None else f", {bar.shard_s:.1f} s a shard"
    left = "" if bar.left_s is None else f", {duration(bar.left_s)} left"
    return f"loading weights{which}: {bar.done} of {bar.total} shards{pace}{left}"


def _compile(state: "LogState") -> str:
    if state.kv is not None and state.kv.tokens is not None:
        return f"warming up, KV cache of {state.kv.tokens:,} tokens"
    return "compiling" if state.compile_s is None else f"compiled in {state.compile_s:.0f} s"


def _graphs(state: "LogState") -> str:
    if state.graphs_s is not None:
        return f"graphs captured in {state.graphs_s:.0f} s"
    if state.graphs is None or state.graphs.total is None:
        return "capturing graphs"
    return f"capturing graphs: {state.graphs.done} of {state.graphs.total}"


def _serving(state: "LogState") -> str:
    if state.is_stopping:
        return "stopping"
    return f"HTTP server up{f' on {state.url}' if state.url else ''}"


_SENTENCE = {
    Phase.RENDEZVOUS: _rendezvous,
    Phase.WEIGHTS: _weights,
    Phase.COMPILE: _compile,
    Phase.GRAPHS: _graphs,
    Phase.SERVING: _serving,
}


def duration(seconds: float) -> str:
    """`42 s`, `2 min 19 s`, `1 h 3 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
