import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.errors import BadInput
from probes.load.prompts import drawn, fixed, from_file


def test_fixed_is_fixed():
    assert fixed("hi")(0) == fixed("hi")(9) == [{"role": "user", "content": "hi"}]


@given(st.integers(0, 10**6), st.integers(1, 500))
def test_drawn_prompts_repeat_themselves(number, median):
    assert drawn(median)(number) == drawn(median)(number)


def test_drawn_lengths_have_the_declared_median():
    lengths = [len(drawn(100)(number)[0]["content"].split()) for number in range(400)]
    assert 85 <= statistics.median(lengths) <= 115


def test_a_file_gives_texts_and_messages_in_turn(tmp_path):
    path = tmp_path / "prompts"
    path.write_text('first\n\n[{"role": "system", "content": "be short"}]\n')
    source = from_file(path)
    assert source(0) == source(2) == [{"role": "user", "content": "first"}]
    assert source(1) == [{"role": "system", "content": "be short"}]


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xff\xfe"], ids=["empty", "blank", "binary"])
def test_a_file_without_prompts_is_bad_input(tmp_path, content):
    path = tmp_path / "prompts"
    path.write_bytes(content)
    with pytest.raises(BadInput):
        from_file(path)


def test_a_missing_file_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="file of prompts"):
        from_file(tmp_path / "none")
