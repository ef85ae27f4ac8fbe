"""The hosts are alike, whole, and not waiting for a reboot."""

from fixtures.marks import reboot, smoke
from probes.judgements import host, kernel_log


@smoke
@reboot
def test_systems_are_equal(nodes):
    """Operating system, kernel and architecture are the same on all nodes.

    Remedy: bring the nodes to the same release, then reboot them.
    """
    assert host.system_differences({node.name: node.facts.identity for node in nodes}) == {}


def test_no_unit_failed(node):
    """systemd reports no failed unit.

    Remedy: journalctl -u UNIT on the node; then systemctl reset-failed UNIT.
    """
    assert [unit.name for unit in node.facts.units.failed] == []


def test_no_reboot_is_pending(node):
    """No package asks for a reboot (/run/reboot-required).

    Remedy: reboot the node now rather than under load: `python -m launch down`, reboot, `pytest -m reboot`.
    """
    assert not node.facts.identity.reboot_pending


def test_kernel_log_is_clean(node):
    """Since this node started: no OOM kill of ours, no fatal Xid, no machine check.

    Remedy: the line names the device and the code; see the driver's Xid catalogue for it.
    """
    ours = tuple(container.id for container in node.facts.containers)
    assert kernel_log.faults(node.facts.kernel_log, ours) == ()
