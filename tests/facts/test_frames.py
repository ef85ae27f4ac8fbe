import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.transport import LocalTransport
from probes.facts import frames
from probes.facts.reading import Fact, Reading

TOKEN = "0f" * 16
FACTS = [
    Fact("plain", "echo hi; echo no >&2; exit 3", str),
    Fact("slow", "echo begun; sleep 20", str, timeout_s=0.5),
    Fact("missing", "no-such-tool-at-all", str),
    Fact("no_newline", "printf x", str),
    Fact("silent", ":", str),
    Fact("two_lines", "printf 'a\nb\n'", str),
    Fact("reads_stdin", "cat", str),
    Fact("stubborn", "trap '' TERM; sleep 20", str, timeout_s=0.5),
]


@pytest.fixture(scope="module")
def readings():
    here = LocalTransport("here")
    result = here.run(frames.script(FACTS, TOKEN), timeout_s=20)
    left = here.run("ls -d /dev/shm/firstlight.* 2>/dev/null | wc -l").text
    here.close()
    assert left.strip() == "0"
    return frames.parse(result.text, TOKEN, [fact.name for fact in FACTS])


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("plain", Reading(3, "hi\n", "no\n")),
        ("slow", Reading(None, "begun\n", "")),
        ("no_newline", Reading(0, "x", "")),
        ("silent", Reading(0, "", "")),
        ("two_lines", Reading(0, "a\nb\n", "")),
        ("reads_stdin", Reading(0, "", "")),
    ],
)
def test_each_fact_has_its_own_output_and_status(readings, name, reading):
    assert readings[name] == reading


def test_a_missing_tool_is_a_reading(readings):
    assert readings["missing"].is_tool_missing


def test_a_command_that_ignores_its_deadline_reads_as_timed_out(readings):
    assert readings["stubborn"].status is None


def test_no_facts_no_readings():
    here = LocalTransport("here")
    assert frames.parse(here.run(frames.script([], TOKEN)).text, TOKEN, []) == {}
    here.close()


@given(st.text())
def test_any_output_gives_a_reading_for_every_name(text):
    assert set(frames.parse(text, TOKEN, ["a"])) >= {"a"}
