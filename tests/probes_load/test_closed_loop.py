import json

import pytest

from inventory.errors import BadInput
from probes.load import ClosedPlan, closed_loop, row_of
from probes.load.client_lag import ClientLag
from probes.load.closed import Level, Repeat
from probes.load.timing import RequestTiming


def plan(**change) -> ClosedPlan:
    return ClosedPlan(**{"concurrencies": (1, 2), "requests_per_stream": 2, "max_tokens": 8, **change})


def timing(sent_s, ended_s, tokens=10, **change) -> RequestTiming:
    step_s = (ended_s - sent_s) / tokens
    times = tuple(sent_s + step_s * (number + 1) for number in range(tokens))
    fields = {
        "sent_s": sent_s,
        "ended_s": ended_s,
        "fault": None,
        "detail": "",
        "tokens": tokens,
        "prompt_tokens": 8,
        "ttft_s": step_s,
        "ttft_content_s": step_s,
        "tpot_s": step_s,
        "visible_at_s": times,
    }
    return RequestTiming(**{**fields, **change})


async def test_every_declared_level_is_measured(api):
    rows = [row_of(level) for level in await closed_loop(api, plan())]
    assert [(row.concurrency, row.requests, row.failed, row.repeats) for row in rows] == [
        (1, 6, 0, 3),
        (2, 12, 0, 3),
    ]


async def test_tokens_come_from_usage_not_from_events(api):
    (level,) = await closed_loop(api, plan(concurrencies=(1,), params={"model": "several_a_chunk"}))
    row = row_of(level)
    assert (row.completion_tokens, row.events_per_token) == (6 * 8, 0.25)


async def test_failed_streams_are_counted_by_kind_and_bring_no_tokens(api):
    (level,) = await closed_loop(api, plan(concurrencies=(2,), params={"model": "error_inside"}))
    row = row_of(level)
    assert row.failures == {"error inside the stream": 12}
    assert row.failure_details == ("engine died",)
    assert (row.tok_s.mean, row.completion_tokens, row.ttft_s) == (0.0, 0, None)


async def test_the_row_is_json_with_the_keys_of_the_report(api):
    (level,) = await closed_loop(api, plan(concurrencies=(1,)))
    row = json.loads(json.dumps(row_of(level).as_dict()))
    assert {"concurrency", "tok_s", "tok_s_per_request", "ttft_s", "repeats", "failed"} <= set(row)
    assert {"mean", "p50", "p99"} <= set(row["ttft_s"])


def test_ramp_and_tail_are_outside_the_window():
    early = (timing(0.0, 10.0), timing(10.0, 20.0))
    late = (timing(5.0, 15.0), timing(15.0, 25.0))
    repeat = Repeat((early, late), ClientLag())
    assert repeat.window_s == (5.0, 20.0)
    assert repeat.tok_s == pytest.approx(2.0, rel=0.1)


def test_a_window_that_never_was_full_is_the_whole_span():
    repeat = Repeat(((timing(0.0, 1.0),), (timing(2.0, 3.0),)), ClientLag())
    assert repeat.window_s == (0.0, 3.0)


def test_a_level_without_one_good_request_claims_nothing():
    repeat = Repeat(((timing(0.0, 1.0, fault="x", visible_at_s=(), tpot_s=None),),), ClientLag())
    row = row_of(Level(1, (repeat, repeat, repeat)))
    assert (row.ttft_s, row.tpot_s, row.completion_tokens, row.failed) == (None, None, 0, 3)


@pytest.mark.parametrize(
    "change",
    [
        {"concurrencies": ()},
        {"concurrencies": (0,)},
        {"concurrencies": (1, 1)},
        {"requests_per_stream": 0},
        {"repeats": 2},
        {"max_tokens": 1},
        {"deadline_s": 0},
    ],
    ids=str,
)
def test_a_plan_that_would_measure_nothing_is_refused(change):
    with pytest.raises(BadInput, match=r"at least|or more|differ|above"):
        plan(**change)
