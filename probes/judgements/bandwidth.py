"""Measured bandwidth and latency between two nodes against a floor that belongs to their topology."""

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field

from probes.facts.nccl_tests import CollectiveRun
from probes.judgements.throughput import DECLARED, Origin

GBITS_PER_GBYTE = 8


@dataclass(frozen=True)
class PairFloor:
    """Bandwidth (Gb/s) at least, latency (µs) at most; None: not asked."""

    min_gbps: float | None = None
    max_latency_us: float | None = None
    origin: Origin = field(default=DECLARED)


SPARK_RAIL = {"driver": "mlx5_core", "pcie": "32 GT/s x4", "rdma": "yes"}
NVIDIA_GATE_GBPS = 175.0
KNOWN = (
    PairFloor(
        NVIDIA_GATE_GBPS,
        origin=Origin("NVIDIA's gate for two Sparks, both rails", topology=SPARK_RAIL | {"devices": "2"}),
    ),
    PairFloor(
        NVIDIA_GATE_GBPS / 2,
        origin=Origin("half of NVIDIA's gate for two Sparks", topology=SPARK_RAIL | {"devices": "1"}),
    ),
)
"""NVIDIA asks 21.875 GB/s of all_gather over 16 GB between two Sparks; one rail is seen at 92 to 97 Gb/s."""


def floor_for(
    topology: Mapping[str, str], min_gbps: float | None, max_latency_us: float | None
) -> PairFloor | None:
    """The declared floor; without one, a known one of this very topology; else None: nothing to hold."""
    if min_gbps is not None or max_latency_us is not None:
        return PairFloor(min_gbps, max_latency_us)
    return next((floor for floor in KNOWN if not floor.origin.misfit(topology)), None)


def below(floor: PairFloor, gbps: float | None, latency_us: float | None = None) -> tuple[str, ...]:
    """What misses the floor; what the floor asks and was not measured misses it too."""
    wanted = (
        (floor.min_gbps, gbps, "Gb/s", operator.ge),
        (floor.max_latency_us, latency_us, "µs", operator.le),
    )
    return tuple(
        f"{'nothing was measured' if seen is None else f'{seen:.4g} {unit}'}, "
        f"wanted {limit:g} {unit} ({floor.origin.method})"
        for limit, seen, unit, holds in wanted
        if limit is not None and (seen is None or not holds(seen, limit))
    )


def collective_faults(run: CollectiveRun, floor: PairFloor) -> tuple[str, ...]:
    """Wrong results of a collective, and its largest message's bus bandwidth, if it misses the floor."""
    largest = run.largest
    best_gb_s = max(largest.out_of_place_gb_s, largest.in_place_gb_s)
    wrong = (f"{largest.wrong} wrong elements of {largest.size_bytes} bytes",) if largest.wrong else ()
    return (*wrong, *below(floor, best_gb_s * GBITS_PER_GBYTE))
