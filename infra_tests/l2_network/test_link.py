"""The fabric's hardware gives what is declared."""

from fixtures.outcomes import declared
from probes.judgements import fabric, rdma


def test_link_has_its_speed(node, cluster):
    """The link negotiated the declared speed.

    Remedy: fix the switch's port (speed, autonegotiation) or the cable.
    """
    link_gbps = declared(cluster.fabric.link_gbps, "[fabric] link_gbps")
    assert fabric.speed_faults(node.facts.links[cluster.interface_of(node.name)], link_gbps) == ()


def test_rdma_port_is_active(node, cluster):
    """The fabric interface has an RDMA device whose port is active.

    Remedy: modprobe mlx5_ib; rdma link shows the state.
    """
    declared(cluster.fabric.rdma or None, "[fabric] rdma = true")
    assert rdma.port_faults(node.facts.rdma, cluster.interface_of(node.name)) == ()


def test_rdma_has_a_usable_gid(node, cluster):
    """A RoCE v2 GID holds the fabric's IPv4 address.

    Remedy: give the interface its IPv4 address; leave NCCL_IB_GID_INDEX unset.
    """
    declared(cluster.fabric.rdma or None, "[fabric] rdma = true")
    interface, address = cluster.interface_of(node.name), cluster.fabric_of(node.name)
    assert rdma.gid_faults(node.facts.rdma, interface, address.ip) == ()
