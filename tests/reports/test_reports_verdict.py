"""The verdict from the checks, and which of them is the cause."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.cause import Explanation, cause, first_failing
from reports.layers import COVERED, LAYERS, rank
from reports.outcome import Outcome, worse
from reports.run import Check
from reports.verdict import verdict

PASSED, VIOLATED, UNTOLD = Outcome.PASSED, Outcome.VIOLATED, Outcome.CANNOT_TELL
BLOCKED, INAPPLICABLE = Outcome.BLOCKED, Outcome.NOT_APPLICABLE


def check(outcome, layer="l1_host", *, gate=False, name="x"):
    return Check(
        id=f"infra_tests/{layer}/test_f.py::test_{name}",
        layer=layer,
        scope="node",
        node="a1",
        gate=gate,
        outcome=outcome,
        reason=None,
        duration_s=0.1,
    )


checks = st.lists(
    st.builds(check, st.sampled_from(Outcome), st.sampled_from([*LAYERS, "own"]), gate=st.booleans()),
    max_size=12,
)
layers = st.lists(st.sampled_from(LAYERS), unique=True, max_size=8)


@pytest.mark.parametrize(
    ("outcomes", "judgement", "code"),
    [
        ([PASSED], "ACCEPTED", 0),
        ([PASSED, INAPPLICABLE], "ACCEPTED", 0),
        ([PASSED, VIOLATED], "REJECTED", 1),
        ([UNTOLD, BLOCKED, VIOLATED], "REJECTED", 1),
        ([PASSED, UNTOLD], "INCOMPLETE", 6),
        ([PASSED, BLOCKED], "INCOMPLETE", 6),
        ([BLOCKED], "INCOMPLETE", 6),
        ([INAPPLICABLE], "INCOMPLETE", 6),
        ([], "INCOMPLETE", 6),
    ],
)
def test_verdict_of_one_layer(outcomes, judgement, code):
    found = verdict([check(outcome) for outcome in outcomes], ["l1_host"])
    assert (found.judgement, found.exit_code) == (judgement, code)


def test_nothing_required_and_nothing_asked_is_not_green():
    assert verdict([], []).reason == "nothing was asked"


def test_a_required_layer_without_a_question_is_named():
    found = verdict([check(PASSED), check(INAPPLICABLE, "l3_gpu")], ["l1_host", "l3_gpu"])
    assert (found.judgement, found.reason) == ("INCOMPLETE", "nothing asked in l3_gpu")


def test_what_was_left_out_is_said_and_never_green():
    found = verdict([check(PASSED)], ["l1_host"], ["3 checks left out"])
    assert (found.judgement, found.reason) == ("INCOMPLETE", "3 checks left out")


@given(checks, layers, st.lists(st.just("interrupted"), max_size=1))
def test_accepted_means_that_all_was_asked_and_holds(found, required, unasked):
    told = verdict(found, required, unasked)
    outcomes = {each.outcome for each in found}
    passed_in = {each.layer for each in found if each.outcome is PASSED}
    assert (told.judgement == "REJECTED") == (VIOLATED in outcomes)
    if told.judgement == "ACCEPTED":
        assert outcomes <= {PASSED, INAPPLICABLE}
        assert passed_in >= set(required)
        assert passed_in
        assert not unasked
    assert told.reason


@given(checks)
def test_the_cause_is_the_lowest_failing_gate_else_the_lowest_failing_check(found):
    first = first_failing(found)
    failing = [each for each in found if each.outcome in {VIOLATED, UNTOLD}]
    considered = [each for each in failing if each.gate] or failing
    assert (first is None) == (not failing)
    if first:
        assert first in considered
        assert rank(first.layer) == min(rank(each.layer) for each in considered)


def test_within_a_layer_a_violation_comes_before_what_cannot_be_told():
    found = [check(UNTOLD, name="a"), check(VIOLATED, name="b")]
    assert first_failing(found) == found[1]


def test_cause_says_what_was_told():
    failing = check(VIOLATED)
    told = cause([failing], {failing.id: Explanation("dust", "sweep", ("a", "b"))})
    assert (told.summary, told.remedy, told.lines) == ("dust", "sweep", ("a", "b"))
    assert cause([check(PASSED)], {}) is None


@given(st.sampled_from(Outcome), st.sampled_from(Outcome))
def test_worse_is_symmetric_and_never_hides_a_violation(one, other):
    assert worse(one, other) is worse(other, one)
    assert (worse(one, other) is VIOLATED) == (VIOLATED in {one, other})


def test_smoke_and_reboot_do_not_cover_performance():
    assert [mode for mode, covered in COVERED.items() if "l7_performance" not in covered] == [
        "smoke",
        "reboot",
    ]
