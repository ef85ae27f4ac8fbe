"""Traffic between the nodes takes the fabric, both ways."""

from fixtures.marks import gate, reboot, smoke
from probes.judgements import fabric, reachability


@gate
@smoke
@reboot
def test_peers_answer_over_the_fabric(node):
    """Each peer answers an ICMP echo at its fabric address.

    Remedy: see the peer's link and address; then the firewalls of both.
    """
    assert reachability.unanswered(node.facts.peer_pings) == ()


def test_route_to_peers_leaves_by_the_fabric(node, cluster):
    """The kernel sends packets for each peer's fabric address out of the fabric interface.

    Remedy: ip route get PEER shows the rule that wins; remove it.
    """
    interface = cluster.interface_of(node.name)
    wrong = (fabric.leaves_by(route, interface) for route in node.facts.peer_routes.values())
    assert [sentence for sentences in wrong for sentence in sentences] == []


def test_ray_port_is_not_filtered(node):
    """Packets to Ray's port of each peer are answered: open or refused, not silently dropped.

    Remedy: allow the fabric's subnet in the peer's firewall.
    """
    assert reachability.ports_blocked(node.facts.peer_ports) == ()
