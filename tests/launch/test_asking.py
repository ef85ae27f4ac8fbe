import contextlib
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.errors import NotUnderstood
from launch.ready.asking import Seen, command, parse

RUNNING = """\
state 0f3a running 0 false 812
process raylet
process VLLM::EngineCor
process ray::IDLE
oom 2
listens LISTEN 0 2048 0.0.0.0:8100 0.0.0.0:*
log 2026-03-01T10:00:00.000000001Z first
log 2026-03-01T10:00:00.000000002Z second \x1e line
"""


def test_reads_state_processes_kills_and_listener():
    seen = parse(RUNNING)
    assert (seen.status, seen.exit_status, seen.oom_kills, seen.is_listening) == ("running", 0, 2, True)
    assert seen.processes == {"raylet", "VLLM::EngineCor", "ray::IDLE"}


def test_the_log_is_without_stamps_and_the_last_stamp_is_kept():
    seen = parse(RUNNING)
    assert seen.log == "first\nsecond \x1e line\n"
    assert seen.stamp == "2026-03-01T10:00:00.000000002Z"


def test_lines_already_read_are_passed_over():
    assert parse(RUNNING, since="2026-03-01T10:00:00.000000001Z").log == "second \x1e line\n"


def test_without_news_the_stamp_stays():
    assert parse(RUNNING, since="2026-03-01T11:00:00.000000000Z").stamp == "2026-03-01T11:00:00.000000000Z"


def test_no_such_container_is_absence():
    assert parse("absent\n") == Seen()


def test_an_ended_container_tells_how():
    seen = parse("state 0f3a exited 137 true 0\n")
    assert (seen.is_over, seen.exit_status, seen.is_oom_killed) == (True, 137, True)


@given(st.text())
def test_arbitrary_output_is_read_or_not_understood(text):
    with contextlib.suppress(NotUnderstood):
        parse(text)


@given(name=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1))
def test_a_hostile_name_stays_one_word(name):
    assert f"name={shlex.quote(name)};" in command(name, "", 1)


@pytest.mark.parametrize("text", ["", "\n", "state what\n"])
def test_an_unknown_format_is_said(text):
    with pytest.raises(NotUnderstood):
        parse(text)
