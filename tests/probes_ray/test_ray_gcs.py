import ast
import contextlib
import json
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.errors import CannotTell, NotUnderstood, TimedOut
from probes.facts.reading import Reading
from probes.ray import gcs

NODE = {
    "node_id": "ab",
    "address": "172.30.7.21",
    "alive": True,
    "is_head": True,
    "resources": {"GPU": 1, "CPU": 2},
}
TOLD = {
    "nodes": [NODE, {**NODE, "address": "172.30.7.22", "alive": False, "is_head": False, "message": "gone"}],
    "gpus_used": 0,
    "pending": ["placement group {'GPU': 1.0}"],
    "ray_version": "2.60.0",
    "python_version": "3.11.7",
}


def reading(told, status=0, stderr=""):
    return Reading(status, f"noise of a sitecustomize\n{gcs.MARK}{json.dumps(told)}\n", stderr)


def test_the_cluster_is_what_the_script_tells():
    cluster = gcs.parse(reading(TOLD))
    assert (cluster.addresses, cluster.gpus_total, cluster.gpus_used) == ({"172.30.7.21"}, 1.0, 0.0)
    assert (cluster.head.address, cluster.ray_version) == ("172.30.7.21", "2.60.0")
    assert cluster.pending == ("placement group {'GPU': 1.0}",)


def test_what_an_older_ray_does_not_tell_is_none():
    cluster = gcs.parse(reading({"nodes": [NODE]}))
    assert (cluster.gpus_used, cluster.pending, cluster.ray_version) == (None, (), None)


SILENT = [
    Reading(142, "", ""),
    Reading(1, "", "ray.exceptions.RpcError: Timed out while waiting for GCS to become available."),
    Reading(
        1,
        "",
        "[x W] rpc_client.h:153: Failed to connect to GCS at address 172.30.7.21:6379 within 5 seconds.",
    ),
]


@pytest.mark.parametrize("silent", SILENT)
def test_a_gcs_that_does_not_answer_cannot_be_told(silent):
    with pytest.raises(CannotTell, match="no answer of its GCS"):
        gcs.parse(silent)


def test_a_container_that_is_not_there_cannot_be_told():
    with pytest.raises(CannotTell, match="No such container"):
        gcs.parse(Reading(1, "", "Error response from daemon: No such container: engine-b\n"))


def test_a_hanging_docker_is_a_timeout():
    with pytest.raises(TimedOut):
        gcs.parse(Reading(None, ""))


def test_the_command_survives_odd_names():
    words = shlex.split(gcs.command("a b;c", "[fd00::1]:6379", deadline_s=3))
    assert words == ["docker", "exec", "a b;c", "python3", "-c", gcs.SCRIPT, "[fd00::1]:6379", "3"]


@pytest.mark.parametrize("script", [gcs.SCRIPT, gcs.VERSIONS_SCRIPT])
def test_the_scripts_need_nothing_of_ours(script):
    imports = [
        node
        for node in ast.walk(ast.parse(script, feature_version=(3, 9)))
        if isinstance(node, ast.ImportFrom)
    ]
    assert not {node.module.partition(".")[0] for node in imports} & {"probes", "inventory"}


def test_versions_are_read():
    assert gcs.parse_versions(reading({"ray": None, "python": "3.12.1"})) == (None, "3.12.1")


@given(
    st.text()
    | st.recursive(
        st.none() | st.text() | st.floats(),
        lambda x: (
            st.lists(x)
            | st.dictionaries(
                st.sampled_from(["nodes", "resources", "address", "alive", "is_head", "gpus_used", "ray"]), x
            )
        ),
    ).map(lambda told: gcs.MARK + json.dumps(told))
)
def test_any_output_is_parsed_or_cannot_be_told(text):
    for parse in (gcs.parse, gcs.parse_versions):
        with contextlib.suppress(CannotTell):
            parse(Reading(0, text, text))


def test_other_output_is_not_understood():
    with pytest.raises(NotUnderstood):
        gcs.parse(Reading(0, "hello\n"))
