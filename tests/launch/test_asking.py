import contextlib
import os
import shlex
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.errors import NotUnderstood
from launch.ready.asking import Seen, command, parse

RUNNING = """\
state 0f3a running 0 false 812
process raylet
process VLLM::EngineCor
process ray::IDLE
oom 2
listens LISTEN 0 2048 0.0.0.0:8100 0.0.0.0:*
log 2026-03-01T10:00:00.000000001Z first
log 2026-03-01T10:00:00.000000002Z second \x1e line
"""


def test_reads_state_processes_kills_and_listener():
    seen = parse(RUNNING)
    assert (seen.status, seen.exit_status, seen.oom_kills, seen.is_listening) == ("running", 0, 2, True)
    assert seen.processes == {"raylet", "VLLM::EngineCor", "ray::IDLE"}


def test_the_log_is_without_stamps_and_the_last_stamp_is_kept():
    seen = parse(RUNNING)
    assert seen.log == "first\nsecond \x1e line\n"
    assert seen.stamp == "2026-03-01T10:00:00.000000002Z"


def test_lines_already_read_are_passed_over():
    assert parse(RUNNING, since="2026-03-01T10:00:00.000000001Z").log == "second \x1e line\n"


def test_without_news_the_stamp_stays():
    assert parse(RUNNING, since="2026-03-01T11:00:00.000000000Z").stamp == "2026-03-01T11:00:00.000000000Z"


def test_no_such_container_is_absence():
    assert parse("absent\n") == Seen()


def test_an_ended_container_tells_how():
    seen = parse("state 0f3a exited 137 true 0\n")
    assert (seen.is_over, seen.exit_status, seen.is_oom_killed) == (True, 137, True)


@given(st.text())
def test_arbitrary_output_is_read_or_not_understood(text):
    with contextlib.suppress(NotUnderstood):
        parse(text)


@given(name=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1))
def test_a_hostile_name_stays_one_word(name):
    assert f"name={shlex.quote(name)};" in command(name, "", 1)


@pytest.mark.parametrize("text", ["", "\n", "state what\n"])
def test_an_unknown_format_is_said(text):
    with pytest.raises(NotUnderstood):
        parse(text)


@pytest.fixture
def docker(tmp_path, monkeypatch):
    """A docker that answers from files: what it inspects, and what it logged."""
    fake = tmp_path / "docker"
    fake.write_text(f"""#!/bin/sh
case "$1" in
  container) cat {tmp_path}/state || {{ echo "Error: No such container: $4" >&2; exit 1; }};;
  logs) echo "$@" >> {tmp_path}/asked; cat {tmp_path}/log;;
esac
""")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return tmp_path


def run(since: str = "") -> Seen:
    done = subprocess.run(["sh", "-c", command("box", since, 1)], capture_output=True, text=True, check=True)
    return parse(done.stdout, since)


def test_the_script_reads_a_running_container(docker):
    (docker / "state").write_text(f"0f3a running 0 false {os.getpid()}\n")
    (docker / "log").write_text("2026-03-01T10:00:00.000000001Z it's $HOME\n")
    seen = run()
    assert (seen.status, seen.log) == ("running", "it's $HOME\n")
    assert "--since" not in (docker / "asked").read_text()


def test_the_script_asks_only_for_what_is_new(docker):
    (docker / "state").write_text("0f3a exited 1 false 0\n")
    (docker / "log").write_text("")
    assert run("2026-03-01T10:00:00.000000001Z").exit_status == 1
    assert "--since 2026-03-01T10:00:00.000000001Z box" in (docker / "asked").read_text()


def test_the_script_finds_the_processes_of_the_containers_control_group(docker):
    pid = os.getpid()
    listed = [Path(f"/sys/fs/cgroup{kind}{path}/cgroup.procs") for kind, path in groups(pid)]
    if not any(file.exists() and str(pid) in file.read_text().split() for file in listed):
        pytest.skip("this machine shows no control group of ours")
    (docker / "state").write_text(f"0f3a running 0 false {pid}\n")
    (docker / "log").write_text("")
    assert Path(f"/proc/{pid}/comm").read_text().strip() in run().processes


def groups(pid: int) -> list[tuple[str, str]]:
    rows = [line.split(":", 2) for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines()]
    return [
        ("/memory" if kinds == "memory" else "", path) for _, kinds, path in rows if kinds in {"", "memory"}
    ]


def test_the_script_says_that_there_is_no_such_container(docker):
    assert run() == Seen()
