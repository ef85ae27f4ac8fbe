from pathlib import Path

import pytest

from inventory.errors import CannotTell, NotUnderstood, ToolMissing
from probes.facts import containers, docker, docker_ps, images
from probes.facts.docker import Answer
from probes.facts.images import Image
from probes.facts.reading import Reading
from probes.judgements import host, stale
from probes.judgements import images as image_judgement
from probes.judgements.container_rows import Condition, condition

SAMPLES = Path(__file__).parent / "samples"
NO_DAEMON = (
    "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?"
)


def read(name):
    return (SAMPLES / name).read_text()


@pytest.fixture(scope="module")
def found():
    return containers.parse(Reading(0, read("docker_inspect.json")))


def test_containers_carry_what_decides_about_them(found):
    qwen, reranker = found
    assert (qwen.name, qwen.running, qwen.pid, qwen.restart_policy) == ("qwen", True, 5151, "no")
    assert (reranker.status, reranker.exit_code, reranker.oom_killed) == ("exited", 137, True)
    assert (qwen.ulimits, qwen.devices, qwen.capabilities) == (
        {"memlock": -1},
        ("/dev/infiniband",),
        ("IPC_LOCK",),
    )
    assert qwen.wants_gpu
    assert not reranker.wants_gpu


def test_values_of_the_environment_and_keys_on_the_command_line_are_not_kept(found):
    assert found[0].environment_names == ("HF_TOKEN", "PATH")
    assert found[0].command == "vllm serve /models/tiny --api-key ***"
    assert "secret" not in repr(found)


def test_times_that_never_came_are_none(found):
    assert (found[0].started_at, found[0].finished_at) == ("2026-05-08T17:00:01.2Z", None)


def test_stale_containers_are_named_running_and_returning(found):
    assert stale.running(found, ["qwen", "reranker"]) == ("qwen is running",)
    assert stale.returning(found, ["qwen", "reranker"]) == (
        "reranker is exited and has restart policy unless-stopped",
    )


def test_no_container_is_an_empty_answer():
    assert containers.parse(Reading(0, "")) == ()


def test_a_stopped_daemon_is_not_an_empty_one():
    with pytest.raises(CannotTell, match="Cannot connect"):
        containers.parse(Reading(1, "", NO_DAEMON))
    with pytest.raises(CannotTell, match="Cannot connect"):
        images.parse(Reading(1, "", NO_DAEMON))


def test_no_docker_is_said():
    with pytest.raises(ToolMissing):
        containers.parse(Reading(127, ""))
    assert docker.parse(Reading(127, "")).answer is Answer.MISSING


def test_half_an_answer_is_not_understood():
    with pytest.raises(NotUnderstood):
        containers.parse(Reading(0, read("docker_inspect.json")[:900]))


def test_docker_tells_its_runtimes_and_stale_cdi():
    found = docker.parse(Reading(0, read("docker_info.txt")))
    assert found.answers
    assert (found.version, found.storage_driver, found.root) == ("27.5.1", "overlay2", "/var/lib/docker")
    assert found.runtimes == ("io.containerd.runc.v2", "nvidia", "runc")
    assert host.stale_cdi(found) == (
        "/etc/cdi/nvidia.yaml names /usr/lib/aarch64-linux-gnu/libcuda.so.575.51.03, which is gone",
    )


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (f'{{"version":"","storage_driver":""}}\n{NO_DAEMON}', Answer.SILENT),
        ("permission denied while trying to connect to the Docker daemon socket", Answer.DENIED),
        ("Got permission denied while trying to connect to the docker API", Answer.DENIED),
    ],
)
def test_docker_that_cannot_be_used_says_why(said, answer):
    found = docker.parse(Reading(0, f"@@ info\n{said}\n@@ cdi\n"))
    assert (found.answer, found.answers) == (answer, False)


def test_columns_of_docker_ps_come_from_its_header():
    api, scraper, logs = docker_ps.parse_text(read("docker_ps_restarting.txt"))
    assert (api.name, api.state, api.exit_code, api.ports) == ("qwen-api", "restarting", 1, ())
    assert (scraper.name, scraper.state, scraper.state_for_s) == ("scraper", "up", 31 * 3600)
    assert logs.ports == ("7946/tcp", "0.0.0.0:3200->3200/tcp")
    assert [condition(row) for row in (api, scraper, logs)] == [Condition.FAILING, Condition.UP, Condition.UP]


def test_a_row_without_header_that_is_seconds_old_proves_nothing():
    (row,) = docker_ps.parse_text(read("docker_ps_up_seconds_of_vllm.txt"))
    assert (row.name, row.state, row.state_for_s, row.created_s) == ("chat-32b-fp8", "up", 7, 9)
    assert condition(row) is Condition.TOO_YOUNG


@pytest.mark.parametrize(
    ("status", "state", "code", "expected"),
    [
        ("Exited (137) 2 hours ago", "exited", 137, Condition.NOT_RUNNING),
        ("Up About a minute (healthy)", "up", None, Condition.UP),
        ("Up 3 days (Paused)", "paused", None, Condition.NOT_RUNNING),
        ("Created", "created", None, Condition.NOT_RUNNING),
        ("Dead", "dead", None, Condition.FAILING),
    ],
)
def test_states_of_docker_ps(status, state, code, expected):
    text = f"CONTAINER ID   STATUS                        NAMES\n0123456789ab   {status:<30}x\n"
    (row,) = docker_ps.parse_text(text)
    assert (row.state, row.exit_code, condition(row)) == (state, code, expected)


DIGEST = "registry.example/llm@sha256:" + "e" * 64


def image(id_, digests=(DIGEST,)):
    return Image(id_, ("registry.example/llm:1",), digests, 1, "arm64", "")


def test_images_are_compared_by_digest_not_by_id():
    nodes = {"a": [image("sha256:1")], "b": [image("sha256:2")]}
    assert image_judgement.contents(nodes, "registry.example/llm:1") == {"a": DIGEST, "b": DIGEST}


def test_images_without_a_registry_are_compared_by_id():
    nodes = {"a": [image("sha256:1", ())], "b": [image("sha256:2", ())]}
    assert image_judgement.contents(nodes, "registry.example/llm:1") == {"a": "sha256:1", "b": "sha256:2"}


def test_a_node_without_the_image_is_named():
    nodes = {"a": [image("sha256:1")], "b": []}
    assert image_judgement.missing(nodes, DIGEST) == ("b",)


def test_images_are_read():
    text = '{"Id":"sha256:1","RepoTags":["llm:latest"],"RepoDigests":[],"Size":7,"Architecture":"amd64","Created":"x"}'
    (found,) = images.parse(Reading(0, text))
    assert found.is_named("llm")
    assert not found.is_named("llm:2")
