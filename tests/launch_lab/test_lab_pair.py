import pytest

from inventory.errors import LabError
from launch.lab import keepers, machine, pair, places, raising
from launch.lab.status import HostStatus, Status
from launch.lock import Lock

UP = HostStatus("spark-1", is_on=True, docker_answers=True, boot_id="b1")


@pytest.fixture
def lock(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "LOCK", tmp_path / "lock" / "lab.lock")
    monkeypatch.setattr(machine, "allowed_here", lambda: None)
    return places.LOCK


@pytest.mark.parametrize("command", [pair.up, pair.down])
def test_a_second_run_at_once_is_refused(lock, command):
    lock.parent.mkdir()
    with Lock(lock), pytest.raises(LabError, match="another run holds it: process"):
        command()


def test_a_healthy_pair_is_left_alone(lock, monkeypatch):
    monkeypatch.setattr(pair, "status", lambda: Status(was_completed=True, hosts=(UP,)))
    monkeypatch.setattr(raising, "cleared", pytest.fail)
    assert pair.up() is False


def test_what_was_made_is_cleared_when_raising_fails(lock, monkeypatch):
    cleared = []
    monkeypatch.setattr(pair, "status", lambda: Status(was_completed=False, hosts=()))
    monkeypatch.setattr(raising, "cleared", lambda: cleared.append(True))
    monkeypatch.setattr(machine, "ready", lambda say: None)
    monkeypatch.setattr(pair.pieces, "ensure", lambda machine, say: None)

    def failing(built, elapsed):
        raise KeyboardInterrupt

    monkeypatch.setattr(raising, "raised", failing)
    with pytest.raises(KeyboardInterrupt):
        pair.up()
    assert cleared == [True, True]


def test_an_unknown_host_is_not_rebooted():
    with pytest.raises(LabError, match="spark-3"):
        pair.reboot(["spark-3"])


def test_namespaces_of_somebody_else_are_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "RUNTIME", tmp_path / "none")
    monkeypatch.setattr(raising.network, "existing", lambda: frozenset({"fl-spark-1", "x"}))
    monkeypatch.setattr(raising.shell, "run_all", pytest.fail)
    with pytest.raises(LabError, match="fl-spark-1 taken by something else"):
        raising.cleared()


@pytest.mark.parametrize(
    ("words", "is_one"),
    [
        (["/venv/bin/python", "-m", "launch.lab.keeper", "spark-1"], True),
        (["/venv/bin/python", "-m", "launch.lab.keeper", "spark-2"], False),
        (["sh", "-ec", "python -m launch.lab.keeper spark-1"], False),
        ([], False),
    ],
)
def test_a_keeper_is_known_by_its_command_line(words, is_one):
    assert keepers.is_keeper(words, "spark-1") is is_one


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (Status(was_completed=False, hosts=()), "there is no pair"),
        (Status(was_completed=False, hosts=(UP,)), "not raised to the end"),
        (Status(was_completed=True, hosts=(UP,)), "on, boot b1, Docker answers"),
        (Status(True, (HostStatus("spark-1", False, False, None),)), "spark-1: off"),
        (Status(True, (HostStatus("spark-1", True, False, None),)), "does not answer on SSH"),
    ],
)
def test_status_in_words(status, words):
    assert words in str(status)


def test_healthy_means_raised_to_the_end_and_every_docker_answers():
    silent = HostStatus("spark-2", is_on=True, docker_answers=False, boot_id="b2")
    assert Status(was_completed=True, hosts=(UP,)).is_healthy
    assert not Status(was_completed=True, hosts=(UP, silent)).is_healthy
    assert not Status(was_completed=False, hosts=(UP,)).is_healthy
