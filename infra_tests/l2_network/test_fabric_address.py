"""Every node has its declared address on the fabric; Ray and the collectives live on it."""

from fixtures.marks import gate, reboot, smoke
from probes.judgements import fabric


@gate
@smoke
@reboot
def test_fabric_interface_is_up(node, cluster):
    """The fabric interface exists, is up and has a carrier.

    Remedy: ip link set INTERFACE up; without a carrier see the cable and the peer's port.
    """
    assert fabric.interface_faults(node.facts.links, cluster.interface_of(node.name)) == ()


@gate
@smoke
@reboot
def test_node_has_its_fabric_address(node, cluster):
    """The declared address and prefix stand on the fabric interface.

    Remedy: give the address to the interface where it lasts (netplan on DGX OS), then netplan apply.
    """
    interface, wanted = cluster.interface_of(node.name), cluster.fabric_of(node.name)
    assert fabric.address_missing(node.facts.addresses, wanted, interface) == ()


def test_fabric_address_is_persistent(node, cluster):
    """Somebody gives the address again at the next boot: netplan, NetworkManager, networkd or ifupdown.

    Remedy: write it into the node's netplan; `ip addr add` is gone after a reboot.
    """
    link = node.facts.links[cluster.interface_of(node.name)]
    wanted = cluster.fabric_of(node.name)
    assert fabric.not_persistent(node.facts.address_owners, link, wanted, cluster.fabric.mtu) == ()
