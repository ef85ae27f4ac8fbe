"""What an engine's log says, one dataclass a kind. Times in seconds, sizes in GiB, shares from 0 to 1."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class Event:
    """Which process said it (Line's words), and when."""

    source: str = ""
    pid: int | None = None
    ip: str | None = None
    at: datetime | None = None


@dataclass(frozen=True)
class Started(Event):
    """A new engine process shows its name: what the log said before belongs to an earlier start."""

    engine: str
    version: str | None


@dataclass(frozen=True)
class Version(Event):
    engine: str
    version: str


@dataclass(frozen=True)
class Arguments(Event):
    """The flags that differ from the defaults, by the engine's own names."""

    values: Mapping[str, object] = field(hash=False)


@dataclass(frozen=True)
class RayConnected(Event):
    address: str | None


@dataclass(frozen=True)
class RankJoined(Event):
    """A rank met its group (`is_placed`: it got its place in it, so the rendezvous of this rank is over)."""

    rank: int | None
    world_size: int | None
    is_placed: bool


@dataclass(frozen=True)
class PlacementWait(Event):
    """Ray has not yet given the resources asked for."""

    waited_s: float


@dataclass(frozen=True)
class LoadStarted(Event):
    model: str | None


@dataclass(frozen=True)
class WeightsProgress(Event):
    """A loader's bar: `done` of `total` shards. `shard_s`, `left_s`: None while the bar does not know."""

    label: str
    done: int
    total: int
    elapsed_s: float | None
    left_s: float | None
    shard_s: float | None


@dataclass(frozen=True)
class WeightsDone(Event):
    """One process has its weights: read in `seconds`; in place after `total_s`, taking `gib`."""

    seconds: float | None
    gib: float | None
    total_s: float | None = None


@dataclass(frozen=True)
class Compile(Event):
    """Compilation goes on (`seconds` None) or is over."""

    seconds: float | None


@dataclass(frozen=True)
class GraphsProgress(Event):
    """Graph capture: `done` of `total` sizes (None: begun, not counted)."""

    label: str
    done: int
    total: int | None
    elapsed_s: float | None
    left_s: float | None


@dataclass(frozen=True)
class GraphsEstimated(Event):
    """What the engine sets aside for graphs before it captures them."""

    gib: float


@dataclass(frozen=True)
class GraphsDone(Event):
    seconds: float | None
    gib: float | None


@dataclass(frozen=True)
class GraphsAbsent(Event):
    """No graphs will be captured, by the engine's own words."""

    reason: str


@dataclass(frozen=True)
class KvCache(Event):
    """What one line says about the KV cache; None is what it does not say."""

    tokens: int | None = None
    gib: float | None = None
    concurrency: float | None = None
    max_model_len: int | None = None


@dataclass(frozen=True)
class EngineReady(Event):
    """The engine's core is initialised: profile, KV cache and warm-up took `seconds`."""

    seconds: float | None


@dataclass(frozen=True)
class Listening(Event):
    url: str


@dataclass(frozen=True)
class HttpUp(Event):
    """The HTTP server answers. That proves nothing about generation."""


@dataclass(frozen=True)
class Request(Event):
    method: str
    path: str
    status: int


@dataclass(frozen=True)
class Throughput(Event):
    """The engine's own periodic figures."""

    prompt_tok_s: float
    generation_tok_s: float
    running: int
    waiting: int
    kv_usage: float
    hit_rate: float | None


@dataclass(frozen=True)
class Problem(Event):
    """A line of level ERROR or worse, or the last line of a traceback."""

    level: str
    text: str


@dataclass(frozen=True)
class Stopping(Event):
    text: str
