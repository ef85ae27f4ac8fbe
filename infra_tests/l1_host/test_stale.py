"""What is declared stale is not there: not running, and not coming back at the next boot."""

from fixtures.marks import gate, launches, reboot, smoke
from fixtures.outcomes import declared
from probes.judgements import stale


@gate
@launches
def test_stale_stack_is_evicted(evicted):
    """Units are disabled and stopped, their containers removed, and all of it proven gone.

    Remedy: the cause names what stayed; `python -m launch plan` shows every command of the eviction.
    """
    assert evicted is None, str(evicted)


@smoke
@reboot
def test_no_stale_unit_is_active(node, cluster):
    """No declared-stale unit runs.

    Remedy: systemctl disable --now UNIT on the node, or let `pytest -m deploy` evict it.
    """
    units = declared(cluster.stale.units, "[stale] units")
    assert stale.active(node.facts.units, units) == ()


@smoke
@reboot
def test_no_stale_unit_starts_at_boot(node, cluster):
    """Nothing starts a declared-stale unit at boot: enabled, alias, instance, timer or socket.

    Remedy: systemctl disable UNIT on the node (stopping it is not enough: the next boot brings it back).
    """
    units = declared(cluster.stale.units, "[stale] units")
    assert stale.starting_at_boot(node.facts.units, units) == ()


@smoke
@reboot
def test_no_stale_container_runs(node, cluster):
    """No declared-stale container runs.

    Remedy: stop its unit first, then docker rm --force NAME on the node.
    """
    containers = declared(cluster.stale.containers, "[stale] containers")
    assert stale.running(node.facts.containers, containers) == ()


@smoke
@reboot
def test_no_stale_container_returns(node, cluster):
    """No declared-stale container has a restart policy that brings it back.

    Remedy: docker rm --force NAME on the node.
    """
    containers = declared(cluster.stale.containers, "[stale] containers")
    assert stale.returning(node.facts.containers, containers) == ()
