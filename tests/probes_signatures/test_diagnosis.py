import json
from itertools import chain

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from probes.diagnose_cli import diagnose as command
from probes.diagnosis import diagnose, examine
from probes.watch import Watch

APP = typer.Typer()
APP.command()(command)


def ids(found):
    return [finding.signature.id for finding in found]


def test_recorded_outputs_get_their_verdict(text, expected):
    assert examine({"lynx-1": text}).is_fatal == expected["fatal"]


def test_recorded_outputs_get_their_cause_first(text, expected):
    diagnosis = examine({"lynx-1": text})
    found = ids((*diagnosis.causes, *diagnosis.notes, *diagnosis.benign))
    assert found[:1] == expected["ids"][:1] or not expected["ids"]
    assert set(expected["ids"]) <= set(found)


def test_a_good_start_has_no_diagnosis(good_log):
    assert diagnose({"lynx-1": good_log.decode()}) is None
    assert examine({"lynx-1": good_log.decode()}).notes == ()


def test_the_root_comes_before_its_consequences(failed_log):
    diagnosis = diagnose({"lynx-1": failed_log.decode()})
    assert ids(diagnosis.causes) == ["no-compiler", "vllm-engine-dead", "vllm-worker-died"]
    assert "No working C++ compiler" in diagnosis.cause.lines[0]
    assert diagnosis.remedy.startswith("an image with g++")


ROOTS = [
    (
        "kernel-oom-kill",
        "Out of memory: Killed process 7 (ray::IDLE)\n",
        "The actor is dead because its worker process has died.\n",
    ),
    (
        "ray-oom-monitor",
        "1 worker(s) were killed due to the node running low on memory. Memory on\n",
        "RuntimeError: Engine core initialization failed. See root cause above.\n",
    ),
    ("gloo-no-interface", "Unable to find address for: enp9\n", "RPC call to execute_model timed out\n"),
]


@pytest.mark.parametrize(("root", "cause", "consequence"), ROOTS)
def test_a_root_on_another_node_is_found(root, cause, consequence):
    diagnosis = diagnose({"lynx-1": consequence, "lynx-2": cause})
    assert (diagnosis.cause.signature.id, diagnosis.cause.node) == (root, "lynx-2")


def test_a_consequence_alone_says_so():
    diagnosis = diagnose({"lynx-1": "[rank0]: ncclRemoteError: A call failed\n"})
    assert diagnosis.summary.endswith("its root is not in these logs)")


def test_fields_and_counts_are_told(text, recorded):
    if recorded != "vllm_restart_loop_gb10_freememory.txt":
        return
    cause = diagnose({"lynx-1": text}).cause
    assert (cause.count, cause.fields["free_gib"], cause.line_number) == (3, "42.18", 1)


def test_an_unknown_error_is_unexplained_and_no_cause():
    diagnosis = examine(
        {"lynx-1": "Traceback (most recent call last):\n  File x\nFluxError: the flux is off\n"}
    )
    assert (diagnosis.causes, diagnosis.unexplained) == ((), ("FluxError: the flux is off",))


@given(st.dictionaries(st.text(max_size=3), st.text(max_size=300), max_size=2))
def test_any_text_can_be_examined(texts):
    examine(texts)


def test_a_watch_tells_each_cause_once_and_when_it_comes(failed_log):
    watch = Watch()
    parts = [failed_log[start : start + 500] for start in range(0, len(failed_log), 500)]
    told = [ids(found) for part in parts if (found := watch.feed("lynx-1", part))]
    assert sorted(chain(*told)) == ["no-compiler", "vllm-engine-dead", "vllm-worker-died"]


def test_a_watch_counts_lines_from_the_start():
    watch = Watch()
    watch.feed("lynx-1", "line\n" * 500)
    (found,) = watch.feed("lynx-1", "No devices were found\n")
    assert found.line_number == 501


def test_a_watch_sees_what_spans_chunks():
    watch = Watch()
    assert watch.feed("lynx-1", "Version mismatch: The cluster was started with:\n    Ray: 2.47.1\n") == ()
    (found,) = watch.feed("lynx-1", "    Python: 3.12.7\n")
    assert found.fields["cluster_ray"] == "2.47.1"


def run(*arguments, stdin=None):
    return CliRunner().invoke(APP, [*arguments], input=stdin)


def test_command_names_cause_and_remedy(tmp_path):
    log = tmp_path / "engine.log"
    log.write_text("bash: line 1: ray: command not found\n")
    result = run(f"lynx-2={log}")
    assert result.exit_code == 1
    assert result.output.startswith("cause: ray-missing-in-image (l4_ray) on lynx-2: ")
    assert "\nremedy: " in result.output


def test_command_prints_json():
    result = run("-", "--json", stdin="No devices were found\n")
    assert json.loads(result.output)["cause"]["id"] == "nvsmi-no-devices"


@pytest.mark.parametrize(
    ("stdin", "status"),
    [("fine\n", 0), ("inet 169.254.1.2/16 brd x scope link\n", 0), ("FluxError: off\n", 6)],
)
def test_command_tells_nothing_warning_and_unknown_apart(stdin, status):
    assert run("-", stdin=stdin).exit_code == status


def test_command_names_a_missing_file(tmp_path):
    result = run(str(tmp_path / "none.log"))
    assert (result.exit_code, "No such file" in result.output) == (2, True)
