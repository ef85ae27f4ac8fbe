"""The other nodes as seen from this one over the fabric: route, answer, whole frames, open ports.

These facts exist where the node and at least one other declare an address on the fabric.
"""

from collections.abc import Callable, Iterable
from functools import partial
from ipaddress import IPv4Address
from typing import Any

from inventory.cluster import Cluster, Node
from inventory.transport import quoted
from probes.facts.neighbour_answers import PeerPort, outcome, ping, port_state, route
from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections

Peers = tuple[tuple[str, IPv4Address], ...]
Reader = Callable[[IPv4Address, str, str], Any]

IP_AND_ICMP_HEADER_BYTES = 28
"""What an IPv4 header without options and an ICMP echo header take of an MTU."""

ANSWER = """\
probe() {
  out=$(ping -n -c 1 -W 1 $how -I "$2" "$3" 2>&1); s=$?
  printf '@@ %s\\n%s\\nstatus %s\\n' "$1" "$out" "$s"
}
"""
ROUTE = """\
probe() {
  out=$(ip -j route get "$3" 2>/dev/null || ip route get "$3" 2>&1); s=$?
  printf '@@ %s\\n%s\\nstatus %s\\n' "$1" "$out" "$s"
}
"""
CONNECT = """\
probe() {
  if command -v bash >/dev/null; then
    out=$(timeout 1 bash -c 'exec 3<>"/dev/tcp/$0/$1"' "$3" "$4" 2>&1); s=$?
  elif command -v python3 >/dev/null; then
    out=$(python3 -c 'import socket, sys; socket.create_connection((sys.argv[1], int(sys.argv[2])), 1)' \\
      "$3" "$4" 2>&1); s=$?
  else
    out=$(timeout 1 nc -z "$3" "$4" 2>&1); s=$?
  fi
  printf '@@ %s\\n%s\\nstatus %s\\n' "$1" "$out" "$s"
}
"""


def declared(cluster: Cluster, node: Node) -> tuple[Fact[Any], ...]:
    """The facts of this node's peers; () without a fabric address or without a peer."""
    peers = tuple((n.name, n.fabric.ip) for n in cluster.nodes if n.fabric and n.name != node.name)
    if not node.fabric or not peers:
        return ()
    own = str(node.fabric.ip)
    whole_frames = f'size={_frame_bytes(cluster, node)}; how="-M do -s $size"\n'
    return (
        _fact("peer_routes", ROUTE, own, peers, route),
        _fact("peer_pings", f"how=\n{ANSWER}", own, peers, ping),
        _fact("peer_frames", whole_frames + ANSWER, own, peers, ping),
        _ports_fact(own, tuple((name, ip, port) for name, ip in peers for port in _ports(cluster))),
    )


def _ports(cluster: Cluster) -> tuple[int, ...]:
    return (cluster.ray.port,) if cluster.engine and cluster.engine.executor == "ray" else ()


def _frame_bytes(cluster: Cluster, node: Node) -> str:
    if cluster.fabric and cluster.fabric.mtu:
        return str(cluster.fabric.mtu - IP_AND_ICMP_HEADER_BYTES)
    mtu = quoted("$(cat /sys/class/net/%s/mtu)", cluster.interface_of(node))
    return f"$(( {mtu} - {IP_AND_ICMP_HEADER_BYTES} ))"


def _calls(arguments: Iterable[tuple[object, ...]]) -> str:
    numbered = (quoted("probe %s %s %s %s &\n", number, *words) for number, words in enumerate(arguments))
    return "".join(numbered) + "wait\n"


def _fact(name: str, probe: str, own: str, peers: Peers, read: Reader) -> Fact[Any]:
    return Fact(name, probe + _calls((own, ip, "") for _, ip in peers), partial(_by_peer, peers, read))


def _by_peer(peers: Peers, read: Reader, reading: Reading) -> dict[str, Any]:
    """By peer. Raises ToolMissing, or NotUnderstood where a peer's part is not there."""
    parts = sections(reading.require("sh").stdout)
    return {
        peer: read(address, *outcome(parts.get(str(number)), reading))
        for number, (peer, address) in enumerate(peers)
    }


def _ports_fact(own: str, wanted: tuple[tuple[str, IPv4Address, int], ...]) -> Fact[tuple[PeerPort, ...]]:
    calls = _calls((own, ip, port) for _, ip, port in wanted)
    return Fact("peer_ports", CONNECT + calls, partial(_port_states, wanted))


def _port_states(wanted: tuple[tuple[str, IPv4Address, int], ...], reading: Reading) -> tuple[PeerPort, ...]:
    parts = sections(reading.require("sh").stdout)
    return tuple(
        PeerPort(peer, address, port, port_state(*outcome(parts.get(str(number)), reading)))
        for number, (peer, address, port) in enumerate(wanted)
    )
