import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probes.load.statistics import interval_of, percentile, spread_of

VALUES = st.lists(st.floats(0, 1e6), min_size=2, max_size=50)


@given(VALUES)
def test_percentiles_agree_with_the_standard_library(values):
    ordered = sorted(values)
    quartiles = statistics.quantiles(ordered, n=4, method="inclusive")
    assert [percentile(ordered, share) for share in (0.25, 0.5, 0.75)] == pytest.approx(quartiles)


@given(VALUES)
def test_percentiles_rise_and_stay_inside(values):
    spread = spread_of(values)
    assert min(values) <= spread.p50 <= spread.p90 <= spread.p99 <= max(values)


@given(VALUES)
def test_the_mean_is_inside_its_interval(values):
    interval = interval_of(values)
    assert interval.low <= interval.mean <= interval.high


def test_the_interval_of_three_is_students():
    interval = interval_of([99.0, 100.0, 101.0])
    assert interval.high - interval.mean == pytest.approx(4.303 / 3**0.5)


def test_nothing_has_no_spread():
    assert spread_of([]) is None
