"""Where an engine stands in its start, as far as its log tells."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType

from probes.engine_log.events import GraphsProgress, KvCache, Throughput, WeightsDone, WeightsProgress
from probes.engine_log.phase import ORDER, Phase
from probes.engine_log.words import progress


@dataclass(frozen=True)
class LogState:
    """One start of one engine, as far as its log tells.

    `ranks`: those that found their place; `weights`: the bars by process, the newest drawing of each;
    `graphs_gib`: as estimated, then as captured; `throughput`: the engine's newest figures;
    `bar_number`: 1 for the model, 2 for a drafter's; `entered`: when each phase was first seen;
    `at`: the newest stamp; a phase whose line has none was entered no earlier than the stamp before it.
    """

    phase: Phase = Phase.RENDEZVOUS
    engine: str | None = None
    version: str | None = None
    arguments: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    ray_address: str | None = None
    placement_wait_s: float | None = None
    ranks: frozenset[int] = frozenset()
    world_size: int | None = None
    bars: Mapping[str, WeightsProgress] = field(default_factory=lambda: MappingProxyType({}))
    bar_number: int = 0
    loaded: tuple[WeightsDone, ...] = ()
    compile_s: float | None = None
    kv: KvCache | None = None
    graphs: GraphsProgress | None = None
    graphs_gib: float | None = None
    graphs_s: float | None = None
    graphs_absent: str | None = None
    ready_s: float | None = None
    url: str | None = None
    throughput: Throughput | None = None
    is_stopping: bool = False
    problems: tuple[str, ...] = ()
    restarts: int = 0
    at: datetime | None = None
    entered: tuple[tuple[Phase, datetime | None], ...] = ()

    @property
    def is_serving(self) -> bool:
        return self.phase is Phase.SERVING and not self.is_stopping

    @property
    def weights(self) -> WeightsProgress | None:
        """The bar of the process that is furthest behind."""
        return min(self.bars.values(), key=lambda bar: bar.done / (bar.total or 1), default=None)

    @property
    def weights_s(self) -> float | None:
        return max((done.seconds for done in self.loaded if done.seconds is not None), default=None)

    @property
    def load_s(self) -> float | None:
        """Reading the weights and putting them in place, on the slowest process."""
        return max((done.total_s for done in self.loaded if done.total_s is not None), default=None)

    @property
    def weights_gib(self) -> float | None:
        return max((done.gib for done in self.loaded if done.gib is not None), default=None)

    @property
    def progress(self) -> str:
        """Where it stands, in one sentence without a full stop."""
        return progress(self)

    def entering(self, phase: Phase) -> "LogState":
        """This state in `phase`, if that is further on; phases never go back within one start."""
        if ORDER.index(phase) <= ORDER.index(self.phase) and self.entered:
            return self
        further = max(phase, self.phase, key=ORDER.index)
        return replace(self, phase=further, entered=(*self.entered, (further, self.at)))
