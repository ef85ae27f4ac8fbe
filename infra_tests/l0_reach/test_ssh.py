"""Every node is reached by the way the cluster file names, and the host key is known."""

from fixtures.marks import gate, reboot, smoke


@gate
@smoke
@reboot
def test_node_answers(node):
    """A shell on the node answers within its deadline.

    Remedy: the reason names the rung that fails: name, network, sshd, key, host key, sudo.
    """
    assert node.run("echo firstlight").text == "firstlight\n"
