import contextlib
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from inventory.errors import CannotTell
from probes.facts import raylets
from probes.facts.raylets import Raylet
from probes.facts.reading import Reading
from probes.judgements import ray
from probes.ray.cluster import RayCluster, RayNode
from probes.ray.placement import PlacementGroup
from probes.ray.status import parse as parse_status

HEAD = RayNode("172.30.7.21", alive=True, is_head=True, gpus=1, cpus=2)
WORKER = RayNode("172.30.7.22", alive=True, is_head=False, gpus=1, cpus=2)
DECLARED = {"lynx-1": "172.30.7.21", "lynx-2": "172.30.7.22"}
PAIR = RayCluster((HEAD, WORKER), gpus_total=2, gpus_used=0)
LET = Raylet(70, "172.30.7.21:6379", "172.30.7.22", "s1", "0", True)


def of(*nodes):
    return RayCluster(nodes, sum(node.gpus for node in nodes if node.alive))


def test_the_declared_pair_is_well():
    assert ray.missing(PAIR, DECLARED) == ray.undeclared(PAIR, DECLARED) == ()
    assert ray.gpus_amiss(PAIR, DECLARED, 1) == ray.gpus_held(PAIR) == ()
    assert ray.elsewhere(PAIR, "172.30.7.21") == ()


def test_a_worker_that_never_joined():
    assert ray.missing(of(HEAD), DECLARED) == ("lynx-2 is not in the cluster at 172.30.7.22",)


def test_a_worker_that_died():
    gone = replace(WORKER, alive=False, message="missed heartbeats")
    assert ray.missing(of(HEAD, gone), DECLARED) == (
        "lynx-2 is not in the cluster at 172.30.7.22: dead, missed heartbeats",
    )


def test_a_worker_that_died_and_came_back_is_there():
    assert ray.missing(of(HEAD, replace(WORKER, alive=False), WORKER), DECLARED) == ()


def test_a_worker_on_the_external_network():
    stray = replace(WORKER, address="10.44.0.22")
    assert ray.missing(of(HEAD, stray), DECLARED) == ("lynx-2 is not in the cluster at 172.30.7.22",)
    assert ray.undeclared(of(HEAD, stray), DECLARED) == (
        "a node joined at 10.44.0.22, which is no declared fabric address",
    )


def test_two_nodes_at_one_address():
    assert ray.undeclared(of(HEAD, WORKER, WORKER), DECLARED) == ("more than one node joined at 172.30.7.22",)


def test_a_head_elsewhere_and_none():
    assert ray.elsewhere(of(replace(HEAD, address="10.44.0.21")), "172.30.7.21") == (
        "the head is at 10.44.0.21, declared is 172.30.7.21",
    )
    assert ray.elsewhere(of(WORKER), "172.30.7.21") == ("no head is alive in the cluster",)


def test_a_worker_without_its_gpu():
    assert ray.gpus_amiss(of(HEAD, replace(WORKER, gpus=0)), DECLARED, 1) == ("lynx-2 brought 0 of 1 GPUs",)


def test_gpus_held_before_the_engine():
    assert ray.gpus_held(replace(PAIR, gpus_used=1.0)) == ("1 of 2 GPUs are in use",)


def test_versions_apart_name_both_nodes():
    assert ray.versions_apart({"a": ("2.60.0", "3.11.7"), "b": ("2.60.0", "3.11.7")}) == ()
    assert ray.versions_apart({"a": ("2.60.0", "3.11.7"), "b": ("2.53.0", "3.11.7")}) == (
        "a has Ray 2.60.0 and Python 3.11.7",
        "b has Ray 2.53.0 and Python 3.11.7",
    )
    assert ray.versions_apart({"a": ("2.60.0", "3.11.7"), "b": (None, "3.11.7")}) == ("b has no Ray",)


def test_a_monitor_left_on_names_its_node():
    on = {"lynx-1": [LET], "lynx-2": [replace(LET, memory_monitor_refresh_ms=None)]}
    (finding,) = ray.monitor_on(on)
    assert finding.startswith("lynx-2: raylet 70 runs with its memory monitor on")
    assert (
        ray.monitor_on(
            {"lynx-2": [replace(LET, memory_monitor_refresh_ms=None, is_environment_readable=False)]}
        )
        == ()
    )


def test_an_older_ray_on_the_node():
    old = replace(LET, pid=9, session="s0")
    assert ray.strangers([LET, old], "172.30.7.21:6379", frozenset({"s1"})) == (
        "raylet 9 belongs to 172.30.7.21:6379, session s0",
    )


def test_waiting_groups_and_a_lagging_status(output):
    groups = [PlacementGroup("ab", "PENDING", "", ""), PlacementGroup("cd", "CREATED", "", "")]
    assert ray.waiting(groups) == ("placement group ab is PENDING",)
    status = parse_status(output("ray260_status_15s_after_worker_killed"))
    assert ray.lagging(status, of(HEAD)) == ("ray status counts 2 nodes, 1 are alive",)
    assert ray.lagging(status, PAIR) == ()


PROC = """@@ 70
--gcs-address=172.30.7.21:6379
--node_ip_address=172.30.7.22
--session-name=s1
RAY_memory_monitor_refresh_ms=0
@@ 91
unreadable
"""


def test_raylets_of_proc():
    first, second = raylets.parse(Reading(0, PROC))
    assert (first, first.is_memory_monitor_off) == (LET, True)
    assert (second.pid, second.gcs_address, second.is_environment_readable) == (91, None, False)
    assert raylets.parse(Reading(0, "")) == ()


@given(
    st.text()
    | st.lists(st.sampled_from(["@@ 7\n", "--gcs-address=a=b\n", "x\n", "=\n", "unreadable\n"])).map("".join)
)
def test_any_text_of_proc_is_parsed_or_not_understood(text):
    with contextlib.suppress(CannotTell):
        raylets.parse(Reading(0, text))
