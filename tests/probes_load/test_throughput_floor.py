"""The lower bound decides; what was not measured never passes."""

from dataclasses import replace

import pytest

from probes.judgements.throughput import (
    Bound,
    Floor,
    Origin,
    are_rising,
    baseline_floor,
    judge,
    roofline_floor,
)
from probes.load.rows import LoadRow
from probes.load.statistics import Interval, Spread

ROW = LoadRow(
    concurrency=1,
    tok_s=Interval(27.0, 26.0, 28.0),
    tok_s_per_request=27.5,
    requests_s=0.2,
    ttft_s=Spread(0.48, 0.47, 0.5, 0.6),
    ttft_mean_s=Interval(0.48, 0.46, 0.50),
    ttft_content_s=None,
    tpot_s=None,
    itl_s=None,
    e2e_s=None,
    repeats=3,
    requests=12,
    failures={},
    failure_details=(),
    completion_tokens=1536,
    prompt_tokens_mean=20.0,
    events_per_token=1.0,
    client_lag_s=None,
    client_cpu_share=0.1,
)
NO_TOKENS = replace(ROW, completion_tokens=0, tok_s=Interval(0, 0, 0), failures={"HTTP error": 12})


@pytest.mark.parametrize(
    ("floor", "bound"),
    [
        (Floor(1, 24.0, 0.7), Bound.HOLDS),
        (Floor(1, 26.0), Bound.HOLDS),
        (Floor(1, 26.5), Bound.BELOW),
        (Floor(1, None, 0.49), Bound.BELOW),
        (Floor(2, 1.0), Bound.UNMEASURED),
    ],
    ids=str,
)
def test_the_unfavourable_end_of_the_interval_meets_the_floor(floor, bound):
    assert judge([ROW], floor).bound is bound


@pytest.mark.parametrize("rows", [[], [NO_TOKENS]], ids=["no rows", "no tokens"])
def test_no_measurement_never_passes(rows):
    assert judge(rows, Floor(1, 0.0)).bound is Bound.UNMEASURED


def test_one_failed_request_is_enough_and_its_kind_is_named():
    finding = judge([replace(ROW, failures={"no [DONE]": 1})], Floor(1, 1.0))
    assert finding.bound is Bound.BELOW
    assert "1 of 12 (1 × no [DONE])" in finding.fault


def test_a_miss_of_a_busy_client_is_inconclusive():
    finding = judge([ROW], Floor(1, 100.0), client_limit="its event loop lagged 80 ms")
    assert finding.bound is Bound.UNCERTAIN
    assert "lagged 80 ms" in finding.fault


def test_a_busy_client_that_reaches_the_floor_still_holds():
    assert judge([ROW], Floor(1, 24.0), client_limit="its event loop lagged 80 ms").fault == ""


def test_a_floor_of_another_topology_is_refused():
    origin = Origin("measured", "2026-11-30", 3, {"nodes": "2", "gpu": "NVIDIA GB10"})
    finding = judge([ROW], Floor(1, 24.0, origin=origin), topology={"nodes": "1", "gpu": "NVIDIA GB10"})
    assert finding.bound is Bound.DOES_NOT_FIT
    assert "nodes is 1, not 2" in finding.fault


def test_a_baseline_allows_for_its_own_spread():
    floor = baseline_floor(ROW, Origin("accepted record"))
    assert (floor.min_tok_s, floor.max_ttft_s) == (26.0, 0.50)


def test_a_roofline_floor_is_a_share_of_the_roof():
    assert roofline_floor(54.6, 0.4).min_tok_s == pytest.approx(21.84)


def test_throughput_that_falls_with_concurrency_is_named():
    worse = replace(ROW, concurrency=2, tok_s=Interval(20.0, 19.0, 21.0))
    assert are_rising([worse, ROW]) == "27.0 tok/s at 1 fall to 20.0 at 2"


def test_a_fall_within_the_spread_is_none():
    assert are_rising([ROW, replace(ROW, concurrency=2, tok_s=Interval(26.5, 25.0, 28.0))]) == ""
