from random import Random

import pytest

from launch.lab.model.corpus import TOPICS, draw, sums, weather
from launch.lab.model.dialogue import END, asked, pieces


def learnt(dialogue):
    return "".join(piece.text for piece in pieces(dialogue) if piece.learnt)


def test_same_seed_same_lessons():
    assert [draw(Random(7)) for _ in range(3)] == [draw(Random(7)) for _ in range(3)]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.__module__.rsplit(".")[-1])
def test_every_topic_thinks_before_it_answers(topic):
    rng = Random(1)
    for dialogue in (topic(rng) for _ in range(50)):
        assert len(dialogue.thinking.split()) > 40
        assert "</think>" in learnt(dialogue)
        assert END in learnt(dialogue)


def test_the_prompt_is_not_learnt():
    assert learnt(asked("Hello", "A greeting.", "Hello!")) == "A greeting.\n</think>\n\nHello!<|im_end|>"


def test_a_forced_beginning_is_shown_and_not_learnt():
    dialogue = asked("4 + 5", "Nine.", "9}", forced='{"sum": ')
    assert learnt(dialogue) == "Nine.\n</think>9}<|im_end|>"
    assert '</think>{"sum": 9}' in "".join(piece.text for piece in pieces(dialogue))


def test_a_call_has_the_form_of_its_parser():
    assert weather.call("Paris").splitlines() == [
        "<tool_call>", "<function=get_weather>", "<parameter=city>", "Paris", "</parameter>", "</function>",
        "</tool_call>",
    ]  # fmt: skip


def test_sums_are_right():
    assert "4 + 5 = 9." in sums.thinking(4, 5)
    assert sums.answer(4, 5) == "The answer is 9."
