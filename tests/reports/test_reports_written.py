"""report.json, its folder, and the two ways of showing it."""

import html
import json
import re
from datetime import UTC, datetime
from io import StringIO
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from rich.console import Console
from typer.testing import CliRunner

from reports.__main__ import app
from reports.headline import first_line, sentence
from reports.run import Report
from reports.show import shown
from reports.summary import summary_html
from reports.writer import create_folder, read_report, write_report

NOW = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)

WHOLE = {
    "schema": 1,
    "cluster": "pair-7",
    "mode": "deploy",
    "verdict": "REJECTED",
    "exit_code": 1,
    "started": "2031-05-06T07:08:09Z",
    "duration_s": 93.1,
    "simulated": ["gpu", "rdma"],
    "cause": {
        "check": "infra_tests/l2_network/test_a.py::test_node_has_an_address[b2]",
        "layer": "l2_network",
        "node": "b2",
        "summary": "no address",
        "remedy": "add one",
        "lines": ["eth7: <DOWN>"],
    },
    "checks": [
        {
            "id": "infra_tests/l2_network/test_a.py::test_node_has_an_address[b2]",
            "layer": "l2_network",
            "scope": "node",
            "node": "b2",
            "gate": True,
            "outcome": "violated",
            "reason": "no address",
            "duration_s": 0.002,
        }
    ],
    "phases": [{"name": "weights", "started_s": 12.0, "duration_s": 3.1}],
    "throughput": [
        {
            "concurrency": 1,
            "tok_s": 61.0,
            "tok_s_low": 58.0,
            "tok_s_high": 64.0,
            "tok_s_per_request": 61.0,
            "ttft_s": {"mean": 0.05, "p50": 0.05, "p99": 0.07},
            "repeats": 3,
            "failed": 0,
        }
    ],
    "evidence": {"evicted": ["reranker"]},
}


@pytest.fixture
def report():
    return Report.model_validate(WHOLE)


def test_schema_1_is_read_and_written_as_designed(report, tmp_path):
    write_report(tmp_path, report)
    assert json.loads((tmp_path / "report.json").read_text()) == WHOLE
    assert read_report(tmp_path) == read_report(tmp_path / "report.json") == report
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"schema": 2},
        {"extra": 1},
        {"verdict": "FINE"},
        {"duration_s": float("nan")},
        {"checks": [{"id": "x"}]},
    ],
)
def test_what_schema_1_does_not_know_is_refused(wrong):
    with pytest.raises(ValidationError):
        Report.model_validate(WHOLE | wrong)


def test_runs_of_one_second_get_folders_of_their_own(tmp_path):
    made = [create_folder(tmp_path / "runs", "a b/../c", "smoke", NOW) for _ in range(3)]
    stem = "20310506T070809Z-a-b-..-c-smoke"
    assert [path.name for path in made] == [stem, f"{stem}-1", f"{stem}-2"]
    assert (tmp_path / "runs/latest").resolve() == made[-1].resolve()
    assert all(path.parent == tmp_path / "runs" for path in made)


def test_latest_moves_on_from_a_link_that_leads_nowhere(tmp_path):
    first = create_folder(tmp_path, "a", "smoke", NOW)
    first.rmdir()
    second = create_folder(tmp_path, "a", "verify", NOW)
    assert (tmp_path / "latest").resolve() == second.resolve()


def test_first_line(report):
    assert first_line(report) == "REJECTED  l2_network: node has an address on b2"
    accepted = report.model_copy(
        update={"cause": None, "verdict": "ACCEPTED", "evidence": {"verdict": ("12 checks passed",)}}
    )
    assert first_line(accepted) == "ACCEPTED  12 checks passed"
    assert sentence("a.py::test_ray_sees_gpus") == "ray sees gpus"


def test_summary_says_first_things_first(report):
    page = re.sub(r"<style>.*?</style>", "", html.unescape(summary_html(report)), flags=re.DOTALL)
    words = ["REJECTED  l2_network", "Simulated in this run: gpu, rdma", "no address", "add one", "<DOWN>"]
    places = [page.index(word) for word in (*words, "61.0", "weights", "reranker")]
    assert all(one < other for one, other in pairwise(places))


def every_text(text):
    cause = WHOLE["cause"] | {"summary": text, "remedy": text, "lines": [text], "node": text, "check": text}
    check = WHOLE["checks"][0] | {"id": text, "layer": text, "node": text, "reason": text}
    phase = WHOLE["phases"][0] | {"name": text}
    parts = {"cluster": text, "mode": text, "started": text, "simulated": [text], "evidence": {text: [text]}}
    return Report.model_validate(WHOLE | parts | {"cause": cause, "checks": [check], "phases": [phase]})


@settings(max_examples=25)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_is_inert_in_the_summary_and_in_the_terminal(text):
    console = Console(record=True, width=120, file=StringIO())
    console.print(shown(every_text(f"{text}[red]<b>'\"\x1b[2J")))
    page = summary_html(every_text(f"{text}[red]<b>'\"\x1b[2J"))
    assert "<b>" not in page
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", page)
    plain = console.export_text(styles=False)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", plain)
    assert "[red]" in plain


def test_show_prints_a_run(report, tmp_path):
    write_report(tmp_path, report)
    result = CliRunner().invoke(app, ["show", str(tmp_path)])
    assert result.exit_code == 0
    assert result.stdout.startswith("REJECTED  l2_network: node has an address on b2\n")
    assert all(word in result.stdout for word in ("no address", "add one", "61.0", "weights", "reranker"))


@pytest.mark.parametrize("text", [None, "{}", "no json", json.dumps(WHOLE | {"schema": 2})])
def test_show_of_no_report_is_one_sentence_and_status_2(tmp_path, text):
    if text is not None:
        (tmp_path / "report.json").write_text(text)
    result = CliRunner().invoke(app, ["show", str(tmp_path)])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
