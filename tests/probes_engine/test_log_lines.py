import pytest
from hypothesis import given
from hypothesis import strategies as st

from probes.engine_log.lines import read
from probes.engine_log.stream import LONGEST_LINE_CHARS, Lines

PREFIXED = [
    ("(EngineCore pid=9003) INFO 11-30 23:40:33 [utils.py:347] words", "EngineCore", None, "words"),
    (
        "\x1b[36m(RayWorkerProc pid=9115, ip=172.30.7.23)\x1b[0m (Worker_TP1 pid=9115) words",
        "Worker_TP1",
        "172.30.7.23",
        "words",
    ),
    ("RayWorkerWrapper pid=52) INFO 04-11 15:37:20 [a.py:1] words", "RayWorkerWrapper", None, "words"),
    ("llm-head-1  | ERROR 12-03 22:48:05 engine.py:371] words", "", None, "words"),
    ("2026-04-09T05:11:32.418306951Z (EngineCore_DP0 pid=287) words", "EngineCore_DP0", None, "words"),
    ("Dec 01 02:03:04 lynx-1 vllm-qwen35[811]: (APIServer pid=3) words", "APIServer", None, "words"),
    ("2026-12-01T02:03:04+0000 lynx-1 docker[811]: (APIServer pid=3) words", "APIServer", None, "words"),
    ("2026-11-30 23:40:23,177\tINFO worker.py:1691 -- words", "", None, "words"),
    ("2026-12-01 00:36:05,484 - INFO - autotuner.py:615 - words", "", None, "autotuner.py:615 - words"),
    ("[2026-01-19 20:05:31 TP0] words", "TP0", None, "words"),
    ("INFO:     words", "", None, "words"),
    ("(autoscaler +12s) words", "autoscaler", None, "words"),
    ("(raylet, ip=172.30.7.22) words", "raylet", "172.30.7.22", "words"),
    ("(pid=9053) words", "", None, "words"),
]


@pytest.mark.parametrize(("raw", "source", "ip", "text"), PREFIXED)
def test_what_stands_around_the_words_is_taken_off(raw, source, ip, text):
    line = read(raw)
    assert (line.source, line.ip, line.text) == (source, ip, text)


def test_folded_lines_are_counted():
    line = read("(W pid=1, ip=172.30.7.22) profiling [repeated 6x across cluster]")
    assert (line.text, line.repeated) == ("profiling", 6)


def test_docker_stamps_win_over_the_loggers():
    line = read("2026-04-09T05:11:32.4Z INFO 04-08 23:00:00 [a.py:1] words")
    assert (line.at.day, line.at.hour, line.at.microsecond) == (9, 5, 400000)


def test_a_prefix_alone_belongs_to_the_next_line():
    lines = Lines().feed("(Worker_TP0 pid=5) \nbar\nother\n")
    assert [(line.source, line.text) for line in lines] == [("Worker_TP0", "bar"), ("", "other")]


def test_all_drawings_of_a_bar_belong_to_the_process_of_their_line():
    lines = Lines().feed("(Worker pid=5) \rone\rtwo\n")
    assert [(line.source, line.text) for line in lines] == [("Worker", "one"), ("Worker", "two")]


def test_a_log_without_line_ends_is_bounded():
    lines = Lines()
    lines.feed("x" * (3 * LONGEST_LINE_CHARS))
    assert len(lines.rest) == LONGEST_LINE_CHARS
    assert len(lines.feed("\n")[0].text) == LONGEST_LINE_CHARS


@given(st.text() | st.from_regex(r"\(?\w+ pid=\d+(, ip=[\d.]+)?\) \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ .*"))
def test_any_text_is_a_line(text):
    assert "\x1b[" not in read(text).text


def test_a_thousand_prefixes_are_one_line():
    assert read("(a pid=1) " * 1000 + "words").text == "words"
