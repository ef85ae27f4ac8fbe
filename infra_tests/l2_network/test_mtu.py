"""One MTU on all ends, and it really passes."""

from probes.judgements import fabric, reachability


def test_mtu_is_the_same_on_all_ends(nodes, cluster):
    """All fabric interfaces have the declared MTU, or the same one where none is declared.

    Remedy: set the MTU on the node named, where it lasts.
    """
    mtus = {node.name: node.facts.links[cluster.interface_of(node.name)].mtu for node in nodes}
    assert fabric.mtus_differ(mtus, cluster.fabric.mtu) == ()


def test_mtu_is_effective(node):
    """A frame of full size reaches each peer without being fragmented.

    Remedy: a switch or the peer has a smaller MTU: compare both ends, then the switch's port.
    """
    assert reachability.frames_lost(node.facts.peer_frames) == ()
