"""The firewall lets the fabric's traffic through."""

from fixtures.deployed import fabric_packets
from fixtures.outcomes import declared
from probes.judgements import firewall


def test_firewall_admits_the_fabric(node, cluster):
    """No rule drops what the peers send to Ray's port or the engine's on the fabric interface.

    Remedy: allow the fabric's subnet on that interface.
    """
    declared(cluster.fabric, "[fabric]")
    assert firewall.refusals(node.facts.firewall, fabric_packets(cluster, node.declared)) == ()
