"""Undoing the last eviction, from what the journal says was done."""

from collections.abc import Iterable

from launch.journal import Entry
from launch.plan.step import Step

PHASE = "restore"


def restore_steps(journal: Iterable[Entry]) -> tuple[Step, ...]:
    """The undo of every step of the last eviction that was begun and has one, the last step first.

    One that failed or was cut off may have done its work in part; its undo is harmless where it did not.
    """
    begun = [(e["run"], e["step"]) for e in journal if e.get("event") == "begun" and _undoes(e["step"])]
    last = begun[-1][0] if begun else None
    return tuple(_undoing(step) for run, step in reversed(begun) if run == last)


def _undoes(step: Entry) -> bool:
    return step["phase"] == "evict" and bool(step["undo"])


def _undoing(step: Entry) -> Step:
    return Step(
        id=f"restore/{step['id']}",
        node=step["node"],
        command=step["undo"],
        purpose=f"undo: {step['purpose']}",
        deadline_s=step["deadline_s"],
        phase=PHASE,
        why_no_undo="`up` evicts again",
    )
