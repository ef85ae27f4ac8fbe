import pytest

from inventory.errors import BadInput, LaunchFailed
from inventory.transport import Outcome
from inventory.transport.scripted import ScriptedTransport
from launch.executor import Executor
from launch.journal import Journal, entries, unfinished
from launch.plan.step import Step
from launch.progress import Silent


def step(name: str, *needs: str, node: str = "apple", **fields) -> Step:
    return Step(name, node, f"do {name}", f"do {name}", 5, "test", undo="undo", needs=needs, **fields)


def executor(tmp_path, answers, node="apple"):
    transport = ScriptedTransport(answers, node)
    return transport, Executor({node: transport}, Journal(tmp_path / "j.jsonl"), Silent())


def test_needs_are_kept(tmp_path):
    transport, runs = executor(tmp_path, {"do": (0, "")})
    runs.run([step("c", "b"), step("b", "a"), step("a")])
    assert transport.asked == ["do a", "do b", "do c"]


def test_a_need_outside_the_plan_counts_as_done(tmp_path):
    transport, runs = executor(tmp_path, {"do": (0, "")})
    runs.run([step("b", "elsewhere")])
    assert transport.asked == ["do b"]


def test_what_needs_a_failed_step_does_not_run(tmp_path):
    transport, runs = executor(tmp_path, {"do a": (3, "", "first\nno such thing"), "do": (0, "")})
    with pytest.raises(LaunchFailed) as failed:
        runs.run([step("a"), step("b", "a")])
    assert failed.value.seen == "exit status 3: no such thing"
    assert failed.value.evidence == ("first", "no such thing")
    assert (failed.value.phase, failed.value.node) == ("test", "apple")
    assert transport.asked == ["do a"]


@pytest.mark.parametrize("outcome", [Outcome.TIMED_OUT, Outcome.LOST])
def test_a_step_that_was_not_seen_to_end_fails_the_launch(tmp_path, outcome):
    _, runs = executor(tmp_path, {"do": outcome})
    with pytest.raises(LaunchFailed):
        runs.run([step("a")])


def test_the_journal_tells_begin_and_end(tmp_path):
    _, runs = executor(tmp_path, {"do a": (0, ""), "do b": (1, "", "broken")})
    with pytest.raises(LaunchFailed):
        runs.run([step("a"), step("b", "a")])
    told = entries(tmp_path / "j.jsonl")
    assert [(e["event"], e.get("id") or e["step"]["id"]) for e in told] == [
        ("begun", "a"),
        ("done", "a"),
        ("begun", "b"),
        ("failed", "b"),
    ]


def test_a_step_without_an_end_is_unfinished_and_a_torn_line_is_passed_over(tmp_path):
    journal = Journal(tmp_path / "j.jsonl")
    journal.begun(step("a"))
    with journal.path.open("a") as file:
        file.write('{"event": "do')
    assert [e["id"] for e in unfinished(entries(journal.path))] == ["a"]
    journal.done(step("a"), 1.0)
    assert unfinished(entries(journal.path)) == ()


def test_an_empty_journal_has_nothing_unfinished(tmp_path):
    assert unfinished(entries(tmp_path / "none")) == ()


def test_a_secret_is_fed_by_stdin_and_never_journalled(tmp_path, monkeypatch):
    monkeypatch.setenv("HELD", "s3cret")
    fed = []

    class Feeding(ScriptedTransport):
        def run(self, command, *, timeout_s=10, stdin=b""):
            fed.append(stdin)
            return super().run(command, timeout_s=timeout_s, stdin=stdin)

    runs = Executor({"apple": Feeding({"do": (0, "")})}, Journal(tmp_path / "j"), Silent())
    runs.run([step("a", secrets=(("KEY", "HELD"),))])
    assert fed == [b"KEY=s3cret\n"]
    assert "s3cret" not in (tmp_path / "j").read_text()


def test_a_secret_that_is_not_set_is_bad_input(tmp_path, monkeypatch):
    monkeypatch.delenv("HELD", raising=False)
    _, runs = executor(tmp_path, {"do": (0, "")})
    with pytest.raises(BadInput, match=r"\$HELD is not set"):
        runs.run([step("a", secrets=(("KEY", "HELD"),))])


def test_a_journal_that_cannot_be_written_stops_the_step(tmp_path):
    transport = ScriptedTransport({"do": (0, "")})
    with pytest.raises(LaunchFailed, match="journal"):
        Executor({"apple": transport}, Journal(tmp_path / "no" / "j"), Silent()).run([step("a")])
    assert transport.asked == []
