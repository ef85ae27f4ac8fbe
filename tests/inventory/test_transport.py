import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inventory.errors import TimedOut, Unreachable
from inventory.host import host
from inventory.transport import LocalTransport, Outcome, SshTransport, parallel, quoted, run_everywhere
from inventory.transport.base import OUTPUT_LIMIT_BYTES
from inventory.transport.scripted import ScriptedTransport
from inventory.transport.ssh_failures import explain


@pytest.fixture(scope="module")
def here():
    transport = LocalTransport("here")
    yield transport
    transport.close()


def processes_with(word):
    return [
        process.name
        for process in Path("/proc").iterdir()
        if process.name.isdigit() and word in _command_line(process) and int(process.name) != os.getpid()
    ]


def _command_line(process):
    try:
        return (process / "cmdline").read_text(errors="replace").replace("\0", " ")
    except OSError:
        return ""


@pytest.mark.parametrize("status", [0, 1, 126, 127, 254, 255])
def test_an_exit_status_is_the_commands_own(here, status):
    result = here.run(f"exit {status}")
    assert (result.outcome, result.exit_status) == (Outcome.RAN, status)


def test_output_comes_back_byte_for_byte(here):
    result = here.run(r"printf 'a\377\0b\n\n'; printf 'c' >&2")
    assert (result.stdout, result.stderr) == (b"a\xff\x00b\n\n", b"c")


def test_stdin_reaches_the_command(here):
    assert here.run("cat", stdin=b"x\0\xff").stdout == b"x\0\xff"


def test_output_is_bounded(here):
    result = here.run(f"head -c {OUTPUT_LIMIT_BYTES + 5} /dev/zero")
    assert (len(result.stdout), result.truncated, result.exit_status) == (OUTPUT_LIMIT_BYTES, True, 0)


def test_a_command_past_its_deadline_is_killed_with_what_it_started(here):
    result = here.run("echo begun; sleep 98.765 & sleep 98.765; :", timeout_s=0.5)
    assert (result.outcome, result.stdout) == (Outcome.TIMED_OUT, b"begun\n")
    deadline = time.monotonic() + 5
    while processes_with("98.765") and time.monotonic() < deadline:
        here.run("true")
    assert processes_with("98.765") == []
    with pytest.raises(TimedOut, match="none within"):
        result.require()


def test_a_hung_command_does_not_hold_up_others(here):
    began = time.monotonic()
    asked = parallel({"hung": lambda: here.run("sleep 3", timeout_s=2), "quick": lambda: here.run("echo hi")})
    assert asked["quick"].text == "hi\n"
    assert asked["quick"].duration_s < 1.5
    assert asked["hung"].outcome is Outcome.TIMED_OUT
    assert time.monotonic() - began < 3


def test_a_shell_that_dies_is_lost_and_replaced(here):
    result = here.run("kill -9 $PPID")
    assert result.outcome is Outcome.LOST
    with pytest.raises(Unreachable):
        result.require()
    assert here.run("echo again").text == "again\n"


def test_many_nodes_are_asked_at_once():
    nodes = {name: LocalTransport(name) for name in "abc"}
    results = run_everywhere(nodes, dict.fromkeys(nodes, "sleep 0.4; echo hi"), timeout_s=5)
    assert {name: result.text for name, result in results.items()} == dict.fromkeys("abc", "hi\n")
    assert max(result.duration_s for result in results.values()) < 1.1
    for node in nodes.values():
        node.close()


@settings(max_examples=25, deadline=None)
@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_quoting_survives_any_string(text):
    transport = _shared_local()
    assert transport.run(quoted("printf %%s %s", text)).stdout == text.encode()


def _shared_local(found=[]):  # noqa: B006
    return found[0] if found else found.append(LocalTransport("quoting")) or found[0]


def test_a_host_that_cannot_be_reached_is_lost_with_the_rung():
    transport = SshTransport("ghost", "nobody@no-such-host.invalid", connect_timeout_s=3)
    result = transport.run("true", timeout_s=8)
    assert result.outcome is Outcome.LOST
    with pytest.raises(Unreachable) as caught:
        result.require()
    assert caught.value.rung in {"name", "network"}
    transport.close()


@pytest.mark.parametrize(
    ("words", "rung"),
    [
        ("ssh: connect to host 10.1.1.1 port 22: Connection refused", "sshd"),
        ("ssh: connect to host 10.1.1.1 port 22: No route to host", "network"),
        ("ssh: Could not resolve hostname x.local: Name or service not known", "name"),
        ("u@h: Permission denied (publickey).", "key"),
        ("Host key verification failed.", "host key"),
        ("@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.", "host key"),
        ("ssh: connect to host h port 22: Connection timed out", "network"),
        ("Connection timed out during banner exchange", "network"),
        ("sudo: a password is required", "sudo"),
        ("kex_exchange_identification: Connection closed by remote host", "sshd"),
        ("", "ssh"),
    ],
)
def test_every_failure_of_ssh_names_its_rung(words, rung):
    error = explain("n", "u@h", words)
    assert error.rung == rung
    assert error.remedy


def test_testinfra_stands_on_our_transport(here, tmp_path):
    (tmp_path / "x y").write_text("hello")
    machine = host(here)
    assert machine.file(str(tmp_path / "x y")).content_string == "hello"
    assert not machine.file("/no such").exists
    assert machine.run("exit 255").rc == 255


def test_testinfra_has_our_deadline(here):
    with pytest.raises(TimedOut):
        host(here, timeout_s=0.3).run("sleep 5")


def test_a_scripted_transport_answers_and_records():
    transport = ScriptedTransport({"^uname": (0, "Linux\n"), "hang": Outcome.TIMED_OUT})
    assert transport.run("uname -s").text == "Linux\n"
    assert transport.run("hang").outcome is Outcome.TIMED_OUT
    assert transport.run("nothing").exit_status == 127
    assert transport.asked == ["uname -s", "hang", "nothing"]
