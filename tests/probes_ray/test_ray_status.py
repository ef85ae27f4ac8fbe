import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.errors import CannotTell, NotUnderstood, TimedOut, ToolMissing
from probes.facts.reading import Reading
from probes.ray.status import Used, parse

LAYOUTS = [
    ("ray_status_old_nodes_with_resources", (1, 0.0, 0.0, 2)),
    ("ray_status_two_nodes_8gpu_v2", (2, 0.0, 8.0, 0)),
    ("ray244_status_one_node", (1, 0.0, 1.0, 0)),
    ("ray260_status_one_node", (1, 0.0, 1.0, 0)),
    ("ray260_status_two_nodes", (2, 0.0, 2.0, 0)),
    ("ray260_status_15s_after_worker_killed", (2, 0.0, 2.0, 0)),
    ("ray260_status_pending_placement_groups", (2, 0.5, 2.0, 3)),
    ("ray_status_verbose_doc_example", (10, 3.0, 4.0, 3)),
]


@pytest.mark.parametrize(("name", "expected"), LAYOUTS)
def test_every_layout_gives_its_totals(output, name, expected):
    status = parse(output(name))
    assert (status.nodes, status.gpus_used, status.gpus_total, len(status.demands)) == expected


def test_shares_of_placement_groups_are_not_counted_again(output):
    status = parse(output("ray_status_old_nodes_with_resources"))
    assert status.usage["CPU"] == Used(32.0, 32.0)
    assert not any("group" in name for name in status.usage)
    assert status.addresses == ("172.30.7.77",)


def test_custom_resources_and_bytes(output):
    usage = parse(output("ray260_status_two_nodes")).usage
    assert (usage["rail"], usage["memory"]) == (Used(0.0, 2.0), Used(0.0, 163.35))


def test_pending_nodes_and_failures_are_told(output):
    status = parse(output("ray_status_verbose_doc_example"))
    assert status.pending == ("c6i.2xlarge, 3 launching", "10.44.0.72: g4dn.12xlarge, waiting-for-ssh")
    assert status.failures == ("g4dn.12xlarge: RayletUnexpectedlyDied (ip: 10.44.0.73)",)


def test_no_status_yet_is_no_answer_although_it_exits_with_0(output):
    with pytest.raises(CannotTell, match="no cluster status yet"):
        parse(output("ray260_no_cluster_status_new_text"))


def test_an_unknown_layout_is_said_to_be_unknown():
    with pytest.raises(NotUnderstood):
        parse(Reading(0, "Cluster: fine\nNodes: 2\n"))


@pytest.mark.parametrize(("status", "error"), [(None, TimedOut), (127, ToolMissing)])
def test_a_command_that_did_not_run_is_told_apart(status, error):
    with pytest.raises(error):
        parse(Reading(status, ""))


PIECES = [
    "======== Autoscaler status: x ========\n",
    "Active:\n",
    " 1 node_ab\n",
    "Usage:\n",
    " 1/2 GPU\n",
    " 1.2.3B/9GiB memory\n",
    "Node: x\n",
    " \n",
    "Demands:\n",
]


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_text_is_parsed_or_not_understood(text):
    with contextlib.suppress(CannotTell):
        parse(Reading(0, text))
