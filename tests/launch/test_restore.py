from launch.journal import Journal, entries
from launch.plan.step import Step
from launch.restore import restore_steps


def step(name: str, phase: str = "evict", undo: str | None = "back") -> Step:
    return Step(
        name, "apple", "do", f"do {name}", 5, phase, undo=undo and f"{undo} {name}", why_no_undo="none"
    )


def commands(journal: Journal) -> list[str]:
    return [s.command for s in restore_steps(entries(journal.path))]


def test_an_empty_journal_restores_nothing(tmp_path):
    assert restore_steps(entries(tmp_path / "none")) == ()


def test_the_last_eviction_is_undone_backwards(tmp_path):
    former, latter = Journal(tmp_path / "j", run="1"), Journal(tmp_path / "j", run="2")
    former.begun(step("old"))
    for name in ("a", "b"):
        latter.begun(step(name))
        latter.done(step(name), 0.1)
    latter.begun(step("containers", undo=None))
    latter.begun(step("ray", phase="ray"))
    assert commands(latter) == ["back b", "back a"]


def test_what_failed_or_was_cut_off_is_undone_too(tmp_path):
    journal = Journal(tmp_path / "j", run="1")
    journal.begun(step("a"))
    journal.failed(step("a"), "no", ())
    journal.begun(step("b"))
    assert commands(journal) == ["back b", "back a"]
