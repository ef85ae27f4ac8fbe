import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.errors import CannotTell, NotUnderstood
from probes.facts.reading import Reading
from probes.ray import nodes, placement, start, versions

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["node_ip", "state", "resources_total", "placement_group_id"]), inner, max_size=4
        )
    ),
    max_leaves=8,
).map(json.dumps)


def test_json_tells_the_dead_from_the_alive(output):
    head, worker = nodes.parse(output("ray260_list_nodes_dead_json"))
    assert (head.address, head.alive, head.is_head, head.gpus) == ("172.30.7.21", True, True, 1.0)
    assert (worker.address, worker.alive, worker.is_head) == ("172.30.7.22", False, False)
    assert "heartbeats" in worker.message


def test_table_is_read_by_its_header(output):
    (head,) = nodes.parse(output("ray260_list_nodes_table"))
    assert (head.address, head.alive, head.is_head, head.gpus, head.cpus) == (
        "172.30.107.121",
        True,
        True,
        1.0,
        20.0,
    )
    assert (head.message, head.resources["rail"]) == ("", 1.0)


def test_an_empty_table_has_no_nodes():
    assert nodes.parse(Reading(0, "======== List: x ========\nStats:\n-----\nTotal: 0\n")) == ()


def test_placement_groups_that_wait(output):
    groups = placement.parse(output("ray260_list_placement_groups_pending"))
    assert [(group.is_waiting, group.name, group.job) for group in groups] == [(True, "", "05000000")] * 2


def test_placement_groups_as_json():
    text = '[{"placement_group_id": "ab", "name": null, "creator_job_id": "01", "state": "CREATED"}]'
    (group,) = placement.parse(Reading(0, text))
    assert (group.id, group.is_waiting) == ("ab", False)


def test_versions_of_both_sides(output):
    found = versions.mismatch(output("ray_version_mismatch_both").stdout)
    assert (found.cluster_ray, found.ray, found.node) == ("2.40.0", "2.48.0", "172.30.7.22")
    assert (found.cluster_python, found.python) == ("3.12.8", "3.11.13")


def test_versions_of_the_command(output):
    found = versions.mismatch(output("ray_mismatch_status_244_on_260").stdout)
    assert (found.cluster_ray, found.ray, found.is_certain) == ("2.60.0", "2.44.1", True)


def test_a_mismatch_in_disguise_is_suspected(output):
    found = versions.mismatch(output("ray_mismatch_244_worker_on_260_head").stdout)
    assert (found.is_certain, found.ray) == (False, None)
    assert versions.mismatch("Connected to Ray cluster.") is None


def test_a_start_tells_the_address_that_ray_took(output):
    found = start.parse(output("ray260_start_head_output_ansi"))
    assert (found.is_started, found.node_ip, found.port) == (True, "172.30.7.21", 6379)


@pytest.mark.parametrize(
    "parse",
    [nodes.parse_json, nodes.parse_table, placement.parse, start.parse],
    ids=lambda parse: f"{parse.__module__}.{parse.__name__}",
)
def test_other_words_are_not_understood(parse):
    with pytest.raises(NotUnderstood):
        parse(Reading(0, "hello\n"))


HEAD = "    NODE_ID   NODE_IP  IS_HEAD_NODE  STATE  STATE_MESSAGE  NODE_NAME  RESOURCES_TOTAL\n"


@pytest.mark.parametrize(
    "parse",
    [nodes.parse, nodes.parse_json, placement.parse, start.parse],
    ids=lambda parse: f"{parse.__module__}.{parse.__name__}",
)
@given(text=st.text() | JSON | st.text().map(lambda tail: HEAD + tail))
def test_any_text_is_parsed_or_not_understood(parse, text):
    with contextlib.suppress(CannotTell):
        parse(Reading(0, text))
