"""Clocks agree: logs of several nodes are read side by side, and tokens expire."""

from fixtures.outcomes import declared
from probes.judgements import host


def test_clocks_agree(nodes, cluster):
    """The nodes' clocks, read at once, are not further apart than declared (1 s).

    Remedy: start time synchronisation on every node: timedatectl set-ntp true.
    """
    apart_s = host.clocks_apart_s({node.name: node.facts.clock for node in nodes})
    assert apart_s <= cluster.clock.max_offset_s


def test_time_is_synchronised(node, cluster):
    """The node's clock is held by NTP, PTP or chrony.

    Remedy: timedatectl set-ntp true, or start chronyd.
    """
    wanted = declared(cluster.clock.synchronised, "[clock] synchronised")
    assert node.facts.clock.synchronised == wanted
