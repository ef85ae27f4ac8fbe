"""Firstlight may do on the node what its plan needs."""

from fixtures.marks import gate


@gate
def test_commands_run_as_root(node):
    """Units, containers and the kernel's log are root's.

    Remedy: log in as root, or allow sudo without a password and set `sudo = true` for the node.
    """
    assert node.run("id -u").text.strip() == "0"
