"""Services that run code for whoever asks listen on the fabric and loopback only."""

from fixtures.deployed import fabric_addresses
from probes.judgements import exposure


def test_nothing_dangerous_is_exposed(node, cluster):
    """Ray's ports and dashboard, and Docker's TCP socket, do not listen outside the fabric.

    Remedy: give Ray --node-ip-address on the fabric and --dashboard-host 127.0.0.1.
    """
    assert exposure.listening_outside(node.facts.listeners, fabric_addresses(cluster)) == ()
