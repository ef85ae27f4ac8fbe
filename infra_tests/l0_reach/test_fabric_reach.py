"""The nodes reach each other where the cluster file says they do."""

from probes.judgements import reachability


def test_node_reaches_its_peers_on_the_fabric(node):
    """One ICMP echo to each peer's fabric address is answered.

    Remedy: see l2_network: link, address, route and firewall of both ends.
    """
    assert reachability.unanswered(node.facts.peer_pings) == ()
