import pytest

from inventory.cluster import parse
from inventory.errors import BadInput, LaunchFailed, Refused
from inventory.transport.scripted import ScriptedTransport
from launch import found as finding
from launch.deployment import Deployment


@pytest.fixture
def deploy(cluster, tmp_path, monkeypatch):
    """A deployment whose nodes answer every command with success, and what is found from a list."""

    def made(*looks, answers=None, of=cluster):
        left = list(looks)
        monkeypatch.setattr(finding, "look", lambda nodes: left.pop(0) if len(left) > 1 else left[0])
        nodes = {node.name: ScriptedTransport(answers or {"": (0, "")}, node.name) for node in of.nodes}
        return Deployment(of, nodes, folder=tmp_path)

    return made


def test_without_a_consent_nothing_is_evicted(deploy, found, box):
    deployment = deploy(found(apple=(box("old_box"),)))
    with pytest.raises(Refused) as refused:
        deployment.evict(False)
    assert refused.value.evidence == ("apple: container old_box (img) is running",)
    assert all(node.asked == [] for node in deployment.nodes.values())


def test_evicts_with_a_consent_and_tells_before_and_after(deploy, found, box, active):
    stale = found(apple=(box("old_box"),), units=(active("old.service"),))
    assert deploy(stale, found()).evict(True) == (
        "found apple: unit old.service is active, enabled, started at boot by multi-user.target",
        "found apple: container old_box (img) is running",
        "gone: apple: unit old.service",
        "gone: apple: container old_box",
    )


def test_the_files_own_consent_counts(deploy, cluster, found, box):
    allowing = cluster.model_copy(update={"allow_evict": True})
    assert deploy(found(apple=(box("old_box"),)), found(), of=allowing).evict(False)


def test_what_comes_back_after_the_eviction_fails_it(deploy, found, box):
    with pytest.raises(LaunchFailed, match="old_box"):
        deploy(found(apple=(box("old_box"),))).evict(True)


def test_nothing_stale_needs_no_consent(deploy, found):
    assert deploy(found()).evict(False) == ()


def test_a_stranger_with_our_name_is_refused_and_left_alone(deploy, found, box):
    deployment = deploy(found(pear=(box("server"),)))
    with pytest.raises(Refused, match="did not make"):
        deployment.evict(True)
    assert deployment.nodes["pear"].asked == []


def test_an_older_specification_is_replaced_and_the_difference_said(deploy, found, own):
    deployment = deploy(found(apple=(own("abc"),)), found())
    deployment.evict(False)
    assert any(
        line.startswith("replaced: the specification of server on apple is abc")
        for line in deployment.evidence
    )
    assert "docker rm --force server" in deployment.nodes["apple"].asked
    assert not deployment.adopted


def test_down_removes_our_own_and_says_so(deploy, found, own):
    deployment = deploy(found(pear=(own(),)))
    assert deployment.down() == ("pear: remove what this deployment made: server",)
    assert deployment.nodes["apple"].asked == []


def test_two_deployments_of_one_cluster_exclude_each_other(deploy, found):
    first, second = deploy(found()), deploy(found())
    first.evict(False)
    with pytest.raises(Refused, match="another run holds it"):
        second.evict(False)
    first.release()


def test_phases_tell_what_was_done_and_when(deploy, found, box):
    deployment = deploy(found(apple=(box("old_box"),)), found())
    deployment.evict(True)
    assert [phase.name for phase in deployment.phases] == ["look", "evict"]


def test_a_file_that_declares_nothing_to_launch_is_bad_input(tmp_path):
    hosts = parse('name = "h"\n[[node]]\nname = "a"\nssh = "a"\n', "h.toml")
    with pytest.raises(BadInput, match=r"no \[container\]"):
        Deployment(hosts, {}, folder=tmp_path).evict(True)


def test_ray_without_a_fabric_address_is_bad_input(cluster, tmp_path):
    head = cluster.head.model_copy(update={"fabric": None})
    lone = cluster.model_copy(update={"nodes": (head, *cluster.workers)})
    with pytest.raises(BadInput, match="apple declares none"):
        Deployment(lone, {}, folder=tmp_path).status()


def test_an_api_alone_has_an_address_and_needs_no_folder(monkeypatch):
    monkeypatch.setenv("FIRSTLIGHT_STATE", "/proc/none")
    alone = Deployment(parse('name = "x"\n[api]\nurl = "http://h:1"\n', "x.toml"), {})
    assert alone.base_url() == "http://h:1"
    alone.release()


def test_an_engine_that_cannot_be_launched_is_bad_input(cluster, tmp_path):
    engine = cluster.engine.model_copy(update={"kind": "sglang"})
    with pytest.raises(BadInput, match="kind sglang"):
        Deployment(cluster.model_copy(update={"engine": engine}), {}, folder=tmp_path).evict(True)
