import statistics
from itertools import pairwise

import pytest

from inventory.errors import BadInput
from probes.judgements.streams import StreamFault
from probes.load import Limits, OpenPlan, open_loop
from probes.load.timing import RequestTiming


def request(**change) -> RequestTiming:
    fields = {
        "sent_s": 0.0,
        "ended_s": 2.0,
        "fault": None,
        "detail": "",
        "tokens": 10,
        "prompt_tokens": 8,
        "ttft_s": 0.5,
        "ttft_content_s": 0.5,
        "tpot_s": 0.1,
        "visible_at_s": (0.5, 2.0),
    }
    return RequestTiming(**{**fields, **change})


@pytest.mark.parametrize(
    ("limits", "change", "is_good"),
    [
        (Limits(), {}, True),
        (Limits(ttft_s=0.5, tpot_s=0.1, e2e_s=2.0), {}, True),
        (Limits(ttft_s=0.4), {}, False),
        (Limits(tpot_s=0.05), {}, False),
        (Limits(e2e_s=1.9), {}, False),
        (Limits(ttft_s=1.0), {"ttft_s": None}, False),
        (Limits(), {"fault": StreamFault.NO_DONE}, False),
    ],
    ids=str,
)
def test_goodput_keeps_to_every_limit(limits, change, is_good):
    assert limits.are_met_by(request(**change)) is is_good


def test_the_schedule_is_poisson_and_repeats_itself():
    plan = OpenPlan(rate_s=50.0, duration_s=60.0, ramp_s=0.0)
    offsets = plan.schedule_s()
    gaps = [later - earlier for earlier, later in pairwise(offsets)]
    assert offsets == plan.schedule_s()
    assert statistics.fmean(gaps) == pytest.approx(1 / 50, rel=0.1)
    assert statistics.stdev(gaps) == pytest.approx(1 / 50, rel=0.1)


@pytest.mark.parametrize("change", [{"rate_s": 0}, {"duration_s": 0}, {"ramp_s": -1}], ids=str)
def test_a_plan_without_requests_is_refused(change):
    with pytest.raises(BadInput):
        OpenPlan(**{"rate_s": 1.0, **change})


def test_a_schedule_that_holds_nothing_after_the_ramp_is_refused():
    with pytest.raises(BadInput, match="after the ramp"):
        OpenPlan(rate_s=0.001, duration_s=0.001).schedule_s()


async def test_times_count_from_the_schedule_and_the_ramp_does_not_count(api):
    plan = OpenPlan(rate_s=100.0, duration_s=0.2, ramp_s=0.05, max_tokens=4)
    row = await open_loop(api, plan)
    assert row.requests == sum(offset >= 0.05 for offset in plan.schedule_s())
    assert (row.failed, row.good_share) == (0, 1.0)
    assert row.late_s is not None


async def test_failures_are_no_goodput(api):
    row = await open_loop(
        api, OpenPlan(rate_s=100.0, duration_s=0.1, ramp_s=0.0, params={"model": "no_done"})
    )
    assert (row.goodput_s, row.failures) == (0.0, {"no [DONE]": row.requests})
