import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.cluster import parse
from launch.plan import engine_steps, evict_steps, ray_steps, spec_hash
from launch.plan.containers import container_command
from launch.plan.environment import secrets, variables
from launch.plan.scripts import script
from launch.plan.vllm import serve


def changed(cluster, section, **values):
    return cluster.model_copy(update={section: getattr(cluster, section).model_copy(update=values)})


def head_of(cluster) -> str:
    return script(cluster, cluster.head)


def test_every_node_is_pinned_to_its_own_fabric_address(cluster):
    pinned = {n.name: variables(cluster, n)["VLLM_HOST_IP"] for n in cluster.nodes}
    assert pinned == {"apple": "172.20.5.1", "pear": "172.20.5.2"}


def test_collectives_are_pinned_to_the_fabric_interface(cluster):
    read = variables(cluster, cluster.head)
    assert (read["NCCL_SOCKET_IFNAME"], read["GLOO_SOCKET_IFNAME"]) == ("roce0", "roce0")


def test_rdma_devices_are_named_exactly(cluster):
    head = cluster.head.model_copy(update={"hcas": ("rocep1s0f1", "roceP2p1s0f1")})
    assert variables(cluster, head)["NCCL_IB_HCA"] == "=rocep1s0f1,roceP2p1s0f1"


def test_the_memory_monitor_is_off_on_every_node_unless_declared(cluster):
    assert {variables(cluster, n)["RAY_memory_monitor_refresh_ms"] for n in cluster.nodes} == {"0"}
    assert "RAY_memory_monitor_refresh_ms" not in variables(
        changed(cluster, "ray", memory_monitor=True), cluster.head
    )


def test_the_server_is_the_head_containers_own_process(cluster):
    assert head_of(cluster).splitlines()[-1].startswith("exec vllm serve /models/Seed-1B ")


def test_ray_binds_to_the_fabric(cluster):
    assert "--node-ip-address=172.20.5.1" in head_of(cluster)
    assert "--node-ip-address=172.20.5.2" in script(cluster, cluster.workers[0])
    assert "--address=172.20.5.1:6379" in script(cluster, cluster.workers[0])


def test_gpus_are_left_to_ray_where_the_container_has_them(cluster):
    assert "--num-gpus=1" in head_of(cluster)
    assert "--num-gpus" not in head_of(changed(cluster, "container", gpus=True))


def test_a_command_with_a_path_brings_ray_from_the_same_place(cluster):
    assert "/opt/e/bin/ray start" in head_of(changed(cluster, "engine", command="/opt/e/bin/vllm"))


def test_undeclared_flags_are_left_to_the_engine(cluster):
    assert "--gpu-memory-utilization" not in serve(cluster)
    assert "0.85" in serve(changed(cluster, "engine", gpu_memory_utilization=0.85))


def test_containers_wait_for_free_ports_on_all_nodes(cluster):
    ports = ("ray/ports/apple", "ray/ports/pear")
    assert {s.id: s.needs for s in ray_steps(cluster) if s.changes} == {
        "ray/head/apple": ports,
        "ray/worker/pear": ports,
    }


def test_without_ray_every_node_runs_its_rank_of_the_server(cluster):
    mp = changed(cluster, "engine", executor="mp")
    assert ray_steps(mp) == ()
    assert [s.id for s in engine_steps(mp) if s.changes] == ["engine/head/apple", "engine/worker/pear"]
    assert head_of(mp).endswith("--nnodes 2 --node-rank 0 --master-addr 172.20.5.1")
    assert script(mp, mp.workers[0]).endswith("--node-rank 1 --master-addr 172.20.5.1 --headless")


def test_under_systemd_an_enabled_unit_with_a_start_limit_starts_the_container(cluster):
    steps = ray_steps(changed(cluster, "container", supervisor="systemd"))
    unit = next(step for step in steps if step.id == "ray/unit/pear")
    assert unit.needs == ("ray/worker/pear",)
    assert "systemctl enable --now firstlight-orchard.service" in unit.command
    assert {"Restart=always", "StartLimitBurst=5", "WantedBy=multi-user.target"} <= set(
        unit.command.splitlines()
    )
    assert [s.command[:13] for s in steps if s.id == "ray/worker/pear"] == ["docker create"]


def test_the_supervisor_is_part_of_the_specification(cluster):
    assert spec_hash(changed(cluster, "container", supervisor="systemd")) != spec_hash(cluster)


def test_the_plan_is_deterministic(cluster):
    assert ray_steps(cluster) == ray_steps(cluster)


def test_every_step_that_changes_has_an_undo_or_says_why_not(cluster, found, box, own, active):
    seen = found(apple=(box("old_box"), own()), units=(active("old.service"),))
    steps = (*evict_steps(cluster, seen), *ray_steps(cluster), *engine_steps(cluster))
    assert [s.id for s in steps if s.changes and not (s.undo or s.why_no_undo)] == []


def test_needs_name_steps_of_the_plan(cluster, found, box, active):
    seen = found(apple=(box("old_box"),), units=(active("old.service"),))
    steps = (*evict_steps(cluster, seen), *ray_steps(cluster))
    assert {need for step in steps for need in step.needs} <= {step.id for step in steps}


@pytest.mark.parametrize(
    ("section", "values"),
    [
        ("engine", {"max_model_len": 4096}),
        ("engine", {"env": {"A": "b"}}),
        ("container", {"image": "registry.example/engine:8"}),
        ("ray", {"port": 6380}),
    ],
)
def test_whatever_shapes_the_containers_changes_the_hash(cluster, section, values):
    assert spec_hash(changed(cluster, section, **values)) != spec_hash(cluster)


def test_what_does_not_shape_them_leaves_the_hash(cluster):
    assert spec_hash(changed(cluster, "stale", ports=(1,))) == spec_hash(cluster)


SECRET = """
name = "one"
[[node]]
name = "only"
ssh = "local"
[api]
url = "http://127.0.0.1:1"
key = { env = "KEY_OF_ONE" }
[container]
image = "i"
name = "n"
[engine]
model = "m"
env = { HF_TOKEN = { env = "MY_TOKEN" } }
"""


def test_secrets_are_fed_and_never_in_a_command(cluster):
    one = parse(SECRET, "one.toml")
    assert secrets(one) == (("HF_TOKEN", "MY_TOKEN"), ("VLLM_API_KEY", "KEY_OF_ONE"))
    assert "--env-file /dev/stdin" in container_command(one, one.head)
    assert "MY_TOKEN" not in container_command(one, one.head)


def test_a_lone_host_without_fabric_serves_on_loopback():
    one = parse(SECRET, "one.toml")
    assert variables(one, one.head)["VLLM_HOST_IP"] == "127.0.0.1"


WORDS = st.text(
    st.characters(exclude_characters="\0\n\r", exclude_categories=["Cs"]), min_size=1, max_size=20
)


@given(model=WORDS, argument=WORDS, value=WORDS)
def test_hostile_words_reach_the_server_whole(cluster_text, model, argument, value):
    cluster = changed(cluster_text, "engine", model=model, args=(argument,), env={"X": value})
    argv = shlex.split(container_command(cluster, cluster.head))
    assert f"X={value}" in argv
    inner = shlex.split(argv[-1].rpartition("\n")[2])
    assert (inner[3], inner[-1]) == (model, argument)
