"""Docker answers, the same everywhere, with what the deployment needs."""

from fixtures.marks import gate, smoke
from fixtures.outcomes import declared
from probes.judgements import host


@gate
@smoke
def test_docker_answers(node, cluster):
    """The Docker daemon answers.

    Remedy: systemctl status docker on the node; then systemctl start docker.
    """
    declared(cluster.container, "[container]")
    assert node.facts.docker.answers, node.facts.docker.said


def test_docker_versions_are_equal(nodes, cluster):
    """All nodes run the same Docker.

    Remedy: install the same docker package on every node.
    """
    declared(cluster.container, "[container]")
    assert len({node.facts.docker.version for node in nodes}) == 1


def test_device_files_are_current(node, cluster):
    """CDI files name devices that exist.

    Remedy: nvidia-ctk cdi generate on the node.
    """
    declared(cluster.container, "[container]")
    assert host.stale_cdi(node.facts.docker) == ()
