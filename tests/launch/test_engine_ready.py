import threading

import pytest

from inventory.errors import LaunchFailed, Unreachable
from inventory.transport.scripted import ScriptedTransport
from launch.progress import Silent
from launch.ready import engine, watcher

ALIVE = "state ab running 0 false 9\nprocess raylet\nprocess gcs_server\nprocess VLLM::EngineCor\n"
WORKER = (0, "state cd running 0 false 9\nprocess raylet\n")
BAR = "Loading safetensors checkpoint shards:  50% Completed | 1/2 [00:01<00:01,  1.00s/it]"
SERVING = "(APIServer pid=9) INFO:     Application startup complete."


class Script(ScriptedTransport):
    """Gives one answer after the other, the last one for ever."""

    def __init__(self, *answers, name="apple"):
        super().__init__({}, name)
        self.left = list(answers)

    def run(self, command, *, timeout_s=10, stdin=b""):
        answer = self.left.pop(0) if len(self.left) > 1 else self.left[0]
        self._answers = {"": answer}
        return super().run(command, timeout_s=timeout_s, stdin=stdin)


def tick(*lines: str, state: str = ALIVE, start: int = 0) -> tuple[int, str]:
    stamped = (f"log 2026-03-01T10:00:00.{start + n:09}Z {line}\n" for n, line in enumerate(lines))
    return 0, state + "".join(stamped)


@pytest.fixture
def waiting(cluster, monkeypatch):
    monkeypatch.setattr(engine, "EVERY_S", 0.001)
    monkeypatch.setattr(watcher, "SETTLE_S", 0)
    phases = []

    def made(*head, token=lambda *_: None, worker=WORKER):
        monkeypatch.setattr(engine, "streamed_token", token)
        nodes = {"apple": Script(*head), "pear": Script(worker, name="pear")}
        wait = engine.Waiting(
            cluster, nodes, Silent(), lambda: "http://x", lambda name, *_: phases.append(name)
        )
        return wait, phases

    return made


def test_ends_once_a_token_was_streamed(waiting):
    wait, phases = waiting(tick(), tick(BAR, start=1), tick(SERVING, start=2))
    wait.wait()
    assert phases[0] == "rendezvous"
    assert "weights" in phases
    assert phases[-1] == "token"


def test_an_api_that_does_not_answer_yet_is_asked_again(waiting):
    answers = iter([Unreachable("a", "b", "c"), None])

    def token(*_):
        if error := next(answers):
            raise error

    waiting(tick(SERVING), token=token)[0].wait()


def test_an_answer_that_comes_while_the_nodes_are_looked_at_counts(waiting):
    """A look takes longer than a token: the answer must be read, not asked for again."""
    asked, looking = [], threading.Event()

    def token(*_):
        asked.append(1)
        assert looking.wait(5)

    class Slow(Script):
        def run(self, command, *, timeout_s=10, stdin=b""):
            for thread in threading.enumerate():
                if thread.name == "firstlight-token":
                    looking.set()
                    thread.join()
            return super().run(command, timeout_s=timeout_s, stdin=stdin)

    wait, _ = waiting(tick(SERVING), token=token)
    wait._watcher._nodes = {"apple": Slow(tick(SERVING)), "pear": Script(WORKER, name="pear")}
    wait.wait()
    assert len(asked) == 1


def test_a_server_without_a_token_fails_in_that_phase(waiting):
    wait, _ = waiting(tick(SERVING), token=lambda *_: "status 500 and no token")
    with pytest.raises(LaunchFailed, match="status 500") as failed:
        wait.wait()
    assert failed.value.phase == "token"


def test_a_dead_container_fails_with_its_last_lines_and_its_phase(waiting):
    dead = tick("the last word", state="state ab exited 3 false 0\n", start=5)
    wait, phases = waiting(tick(BAR), dead)
    with pytest.raises(LaunchFailed, match="exited with status 3") as failed:
        wait.wait()
    assert (failed.value.phase, failed.value.node) == ("weights", "apple")
    assert failed.value.evidence == (BAR, "the last word")
    assert phases[-1] == "weights"


def test_a_death_while_a_token_is_awaited_is_noticed(waiting):
    import threading

    never = threading.Event()
    dead = tick(state="state ab exited 137 false 0\n")
    wait, _ = waiting(tick(SERVING), tick(), dead, token=lambda *_: never.wait(30) and None)
    with pytest.raises(LaunchFailed, match="137"):
        wait.wait()
    never.set()
