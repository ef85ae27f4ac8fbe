import json

import pytest
from typer.testing import CliRunner

from inventory.transport.scripted import ScriptedTransport
from launch import commands
from launch import found as finding
from launch.__main__ import app


@pytest.fixture
def launch(cluster, tmp_path, monkeypatch):
    """Runs `python -m launch` on a scripted pair where this is found."""
    monkeypatch.setenv("FIRSTLIGHT_STATE", str(tmp_path))
    monkeypatch.setattr(commands, "load", lambda path: cluster)
    monkeypatch.setattr(
        commands,
        "connect",
        lambda cluster: {n.name: ScriptedTransport({"": (0, "")}, n.name) for n in cluster.nodes},
    )

    def run(*words, looks=()):
        left = list(looks)
        monkeypatch.setattr(finding, "look", lambda nodes: left.pop(0) if len(left) > 1 else left[0])
        return CliRunner().invoke(app, list(words))

    return run


def test_plan_prints_every_command_and_its_undo(launch, found, box, active):
    seen = found(apple=(box("old_box"),), units=(active("old.service"),))
    printed = launch("plan", looks=[seen]).stdout
    assert "apple$ systemctl disable --now old.service" in printed
    assert "undo: systemctl enable old.service && systemctl start old.service" in printed
    assert "exec vllm serve" in printed


def test_plan_as_json_is_the_steps(launch, found):
    told = json.loads(launch("plan", "--json", looks=[found()]).stdout)
    assert [step["id"] for step in told["steps"] if step["changes"]] == [
        "ray/head/apple",
        "ray/worker/pear",
        "engine/start/apple",
    ]


def test_up_without_a_consent_is_refused_in_one_sentence(launch, found, box):
    result = launch("up", looks=[found(apple=(box("old_box"),))])
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("error: wanted a consent to evict")


def test_status_of_nothing_is_not_healthy(launch, found):
    result = launch("status", looks=[found()])
    assert result.exit_code == 1
    assert "not healthy: apple has no container of this deployment" in result.stdout


def test_status_as_json(launch, found, own):
    told = json.loads(launch("status", "--json", looks=[found(apple=(own("abc"),))]).stdout)
    assert (told["healthy"], told["same_spec"], told["nodes"]["apple"]["spec"]) == (False, False, "abc")


def test_down_says_when_there_was_nothing(launch, found):
    result = launch("down", looks=[found()])
    assert (result.exit_code, result.stdout) == (0, "nothing of this deployment was there\n")


def test_restore_without_an_eviction_says_so(launch, found):
    assert launch("restore", looks=[found()]).stdout == "no eviction is in the journal\n"


def test_restore_undoes_what_was_evicted(launch, found, active):
    launch("up", "--yes", looks=[found(units=(active("old.service"),))])
    assert "undo: stop, now and at boot, the stale old.service" in launch("restore", looks=[found()]).stdout


def test_a_missing_cluster_file_is_usage(tmp_path):
    result = CliRunner().invoke(app, ["plan", "--cluster", str(tmp_path / "none.toml")])
    assert result.exit_code == 2
    assert "name one with --cluster" in result.stderr


def test_an_unreachable_node_cannot_be_told(tmp_path, monkeypatch):
    monkeypatch.setenv("FIRSTLIGHT_STATE", str(tmp_path))
    file = tmp_path / "c.toml"
    file.write_text(
        'name = "c"\n[ssh]\nconfig = "/dev/null"\nconnect_timeout = 1\n[[node]]\nname = "a"\nssh = "u@127.0.0.1:1"\n'
        '[container]\nimage = "i"\nname = "n"\n[engine]\nmodel = "m"\nexecutor = "mp"\n'.replace(
            "connect_timeout = 1", "connect_timeout_s = 1"
        )
    )
    assert CliRunner().invoke(app, ["status", "--cluster", str(file)]).exit_code == 6
