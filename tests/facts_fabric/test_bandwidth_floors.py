from dataclasses import replace

import pytest

from probes.judgements import bandwidth
from probes.parse import parsed

PAIR = {"driver": "mlx5_core", "devices": "2", "pcie": "32 GT/s x4", "mtu": "9000", "rdma": "yes"}


@pytest.mark.parametrize(
    ("topology", "min_gbps"),
    [
        (PAIR, 175),
        (PAIR | {"devices": "1"}, 87.5),
        (PAIR | {"rdma": "no"}, None),
        (PAIR | {"driver": "veth"}, None),
    ],
    ids=["both rails", "one rail", "sockets", "another device"],
)
def test_a_known_floor_belongs_to_its_topology(topology, min_gbps):
    floor = bandwidth.floor_for(topology, None, None)
    assert (floor and floor.min_gbps) == min_gbps


def test_the_declared_floor_wins():
    assert bandwidth.floor_for(PAIR, 90, None) == bandwidth.PairFloor(90)


@pytest.mark.parametrize(
    ("gbps", "latency_us", "words"),
    [
        (94.0, 2.1, ()),
        (13.2, 2.1, ("13.2 Gb/s, wanted 90 Gb/s (declared in the cluster file)",)),
        (94.0, 80.0, ("80 µs, wanted 5 µs (declared in the cluster file)",)),
        (None, 2.1, ("nothing was measured, wanted 90 Gb/s (declared in the cluster file)",)),
    ],
)
def test_what_misses_the_floor(gbps, latency_us, words):
    assert bandwidth.below(bandwidth.PairFloor(90, 5), gbps, latency_us) == words


def test_a_slow_collective_is_below_the_gate(sample):
    run = parsed("nccl_tests", sample("nccl_tests_gb10_16g_mtu1500"))
    assert bandwidth.collective_faults(run, bandwidth.KNOWN[0]) == (
        "155.5 Gb/s, wanted 175 Gb/s (NVIDIA's gate for two Sparks, both rails)",
    )
    wrong = replace(run, rows=(replace(run.rows[0], wrong=3),))
    assert bandwidth.collective_faults(wrong, bandwidth.PairFloor(90)) == (
        "3 wrong elements of 17179869184 bytes",
    )
