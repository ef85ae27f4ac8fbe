from dataclasses import replace

import pytest

from launch.ready.asking import Seen
from launch.ready.endings import judge
from launch.ready.limits import STALL_S, limits_of
from launch.ready.standing import Moment, Standing, advance
from probes.engine_log import fold, parse
from probes.watch import Watch

ALIVE = Seen(
    "running", 0, processes=frozenset({"raylet", "gcs_server", "VLLM::EngineCor", "ray::RayWorkerWr"})
)
WORKER = Seen("running", 0, processes=frozenset({"raylet", "ray::RayWorkerWr"}))
BOTH = {"apple": ALIVE, "pear": WORKER}
START = Standing(0.0, 0.0)


def after(*moments: Moment) -> Standing:
    standing = START
    for moment in moments:
        standing = advance(standing, moment)
    return standing


def judged(before: Standing, moment: Moment, limits=STALL_S, total_s: float = 900.0):
    return judge(before, moment, limits, total_s)


def test_all_alive_goes_on():
    assert judged(after(Moment(0, BOTH)), Moment(1, BOTH)) is None


@pytest.mark.parametrize(
    ("node", "process", "words"),
    [
        ("apple", "raylet", "raylet on apple died"),
        ("apple", "gcs_server", "Ray's GCS on apple died"),
        ("apple", "VLLM::EngineCor", "the engine's core on apple died"),
        ("pear", "raylet", "raylet on pear died"),
        ("pear", "ray::RayWorkerWr", "a rank of the engine on pear died"),
    ],
)
def test_a_process_that_was_there_and_is_gone_ends_it(node, process, words):
    gone = replace(BOTH[node], processes=BOTH[node].processes - {process})
    failed = judged(after(Moment(0, BOTH)), Moment(1, BOTH | {node: gone}))
    assert (failed.node, failed.seen) == (node, words)


def test_a_process_not_yet_there_is_waited_for():
    bare = Seen("running", 0, processes=frozenset({"sh"}))
    assert judged(after(Moment(0, {"apple": bare})), Moment(1, {"apple": bare})) is None


def test_a_container_that_ended_ends_it():
    failed = judged(after(Moment(0, BOTH)), Moment(1, BOTH | {"apple": Seen("exited", 1)}))
    assert failed.seen == "the container on apple is exited with status 1"


def test_a_container_not_yet_started_is_waited_for():
    assert judged(after(), Moment(1, {"apple": Seen("created", 0)})) is None


def test_an_oom_kill_is_named_before_the_death_it_causes():
    killed = replace(WORKER, oom_kills=1, processes=frozenset())
    failed = judged(
        after(Moment(0, BOTH | {"pear": replace(WORKER, oom_kills=0)})), Moment(1, BOTH | {"pear": killed})
    )
    assert "for want of memory" in failed.seen


def test_kills_from_before_the_start_do_not_count():
    old = BOTH | {"pear": replace(WORKER, oom_kills=3)}
    assert judged(after(Moment(0, old)), Moment(1, old)) is None


def test_a_silent_node_is_given_up_after_its_limit():
    before = after(Moment(0, BOTH))
    assert judged(before, Moment(29, {"apple": ALIVE})) is None
    assert judged(before, Moment(31, {"apple": ALIVE})).node == "pear"


def test_a_phase_that_does_not_move_ends_at_its_stall_limit():
    before = after(Moment(0, BOTH))
    assert judged(before, Moment(99, BOTH), STALL_S | {"rendezvous": 100.0}) is None
    assert (
        "rendezvous has not moved on"
        in judged(before, Moment(101, BOTH), STALL_S | {"rendezvous": 100.0}).seen
    )


def test_a_shard_more_is_movement():
    bar = "Loading safetensors checkpoint shards:  {0}% Completed | {1}/4 [00:0{1}<00:09,  1.00s/it]\n"
    first, second = (fold(parse(bar.format(25 * n, n))) for n in (1, 2))
    before = after(Moment(0, BOTH, log=first), Moment(50, BOTH, log=second))
    assert (before.phase, before.moved_s) == ("weights", 50)
    assert judged(before, Moment(89, BOTH, log=second), STALL_S | {"weights": 40.0}) is None


def test_the_total_ends_it_even_while_it_moves():
    assert "not ready after 901 s" in judged(after(Moment(900, BOTH)), Moment(901, BOTH)).seen


def test_a_fatal_line_ends_it():
    from probes.signatures import CATALOGUE, Severity

    fatal = next(s for s in CATALOGUE.values() if s.severity is Severity.FATAL)
    findings = Watch().feed("apple", fatal.example + "\n")
    failed = judged(after(Moment(0, BOTH)), Moment(1, BOTH, findings=findings))
    assert failed is not None
    assert failed.lines


def test_an_api_that_listens_is_in_the_http_phase():
    up = {"apple": replace(ALIVE, is_listening=True)}
    assert advance(START, Moment(1, up)).phase == "http"


def test_the_files_limits_count_before_the_defaults(cluster):
    assert limits_of(cluster)["weights"] == 40
    assert limits_of(cluster)["graphs"] == STALL_S["graphs"]
