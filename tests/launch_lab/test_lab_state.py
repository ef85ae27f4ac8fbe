from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.errors import LabError
from launch.lab import state

RAISED = state.State(Path("/cache/root"), {Path("/cache/engine"): Path("/opt/engine")}, complete=True)


def test_what_was_noted_is_read(tmp_path):
    state.write(RAISED, tmp_path / "lab.json")
    assert state.read(tmp_path / "lab.json") == RAISED


def test_no_note_is_no_lab(tmp_path):
    assert state.read(tmp_path / "lab.json") is None
    with pytest.raises(LabError, match="lab up"):
        state.required(tmp_path / "lab.json")


@pytest.fixture(scope="session")
def note(tmp_path_factory):
    return tmp_path_factory.mktemp("state") / "lab.json"


@given(text=st.text() | st.sampled_from(["[]", "1", '{"rootfs": 1}', '{"read_only": [], "rootfs": ""}']))
def test_a_note_of_any_text_is_read_or_no_lab(note, text):
    note.write_text(text, encoding="utf-8", errors="replace")
    assert state.read(note) is None or text
