import subprocess
from ipaddress import IPv4Address

import pytest

from inventory.cluster import parse
from inventory.errors import NotUnderstood, ToolMissing
from probes.facts.neighbour_answers import PeerPort, PeerRoute, Ping
from probes.facts.neighbours import declared
from probes.facts.reading import Reading

PEER = IPv4Address("172.16.7.42")
CLUSTER = """
name = "pair"
[[node]]
name = "pair.a"
role = "head"
ssh = "pair-a"
fabric = "172.16.7.41/24"
[[node]]
name = "pair.b"
role = "worker"
ssh = "pair-b"
fabric = "172.16.7.42/24"
[fabric]
interface = "enp3s0f1np1"
"""
MTU = "mtu = 9000\n"
ENGINE = '[engine]\nmodel = "/models/tiny"\n'
ANSWERED = """PING 172.16.7.42 (172.16.7.42) from 172.16.7.41 : 56(84) bytes of data.
64 bytes from 172.16.7.42: icmp_seq=1 ttl=64 time=0.411 ms

--- 172.16.7.42 ping statistics ---
1 packets transmitted, 1 received, 0% packet loss, time 0ms
rtt min/avg/max/mdev = 0.411/0.411/0.411/0.000 ms"""
SILENT = """PING 172.16.7.42 (172.16.7.42) 56(84) bytes of data.

--- 172.16.7.42 ping statistics ---
1 packets transmitted, 0 received, 100% packet loss, time 0ms
"""


def facts(text=CLUSTER + ENGINE):
    cluster = parse(text, "test")
    return {fact.name: fact for fact in declared(cluster, cluster.head)}


def answer(name, text, status=0):
    return facts()[name].parse(Reading(0, f"@@ 0\n{text}\nstatus {status}\n"))


def test_a_node_alone_has_no_peers():
    text = CLUSTER.replace('fabric = "172.16.7.42/24"\n', "")
    assert facts(text) == {}


def test_an_answer():
    assert answer("peer_pings", ANSWERED) == {"pair.b": Ping(PEER, answered=True, rtt_ms=0.411, words="")}


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        (SILENT, 1, "no answer within 1 s"),
        ("ping: sendmsg: Network is unreachable", 2, "unreachable"),
        ("ping: bind: Cannot assign requested address", 2, "bind: Cannot assign requested address"),
        (
            "From 172.16.7.41 icmp_seq=1 Frag needed and DF set (mtu = 1500)",
            1,
            "Frag needed and DF set (mtu = 1500)",
        ),
        ("ping: local error: message too long, mtu=1500", 1, "message too long, mtu=1500"),
        ("ping: unrecognized option: M", 64, "ping: unrecognized option: M"),
    ],
)
def test_no_answer_says_why(text, status, words):
    assert answer("peer_frames", text, status)["pair.b"] == Ping(
        PEER, answered=False, rtt_ms=None, words=words
    )


def test_a_missing_ping_is_a_missing_tool():
    with pytest.raises(ToolMissing):
        answer("peer_pings", "sh: 1: ping: not found", 127)


@pytest.mark.parametrize("name", ["peer_pings", "peer_routes", "peer_frames", "peer_ports"])
def test_a_probe_without_status_is_not_understood(name):
    with pytest.raises(NotUnderstood):
        facts()[name].parse(Reading(0, "@@ 0\nhalf an ans"))


@pytest.mark.parametrize(
    "text",
    [
        '[{"dst":"172.16.7.42","dev":"enp3s0f1np1","prefsrc":"172.16.7.41","flags":[],"uid":0,"cache":[]}]',
        "172.16.7.42 dev enp3s0f1np1 src 172.16.7.41 uid 0 \n    cache ",
    ],
)
def test_route_to_a_peer(text):
    assert answer("peer_routes", text)["pair.b"] == PeerRoute(PEER, "enp3s0f1np1", None, "172.16.7.41")


def test_no_route_to_a_peer():
    words = "RTNETLINK answers: Network is unreachable"
    assert answer("peer_routes", words, 2)["pair.b"] == PeerRoute(PEER, None, words=words)


@pytest.mark.parametrize(
    ("text", "status", "state"),
    [
        ("", 0, "open"),
        (
            "bash: connect: Connection refused\nbash: line 1: /dev/tcp/172.16.7.42/6379: Connection refused",
            1,
            "refused",
        ),
        ("ConnectionRefusedError: [Errno 111] Connection refused", 1, "refused"),
        ("bash: connect: No route to host", 1, "unreachable"),
        ("", 124, "silent"),
    ],
)
def test_state_of_a_port(text, status, state):
    assert answer("peer_ports", text, status) == (PeerPort("pair.b", PEER, 6379, state),)


def test_ports_are_rays_alone():
    assert facts(CLUSTER)["peer_ports"].parse(Reading(0, "")) == ()
    assert facts(CLUSTER + ENGINE + 'executor = "mp"\n')["peer_ports"].parse(Reading(0, "")) == ()


def test_frames_are_of_the_declared_mtu_else_of_the_devices_own():
    assert "size=8972;" in facts(CLUSTER + MTU)["peer_frames"].command
    assert "size=$(( $(cat /sys/class/net/enp3s0f1np1/mtu) - 28 ));" in facts()["peer_frames"].command


def test_every_command_is_posix_shell():
    scripts = [fact.command for fact in facts().values()]
    codes = [
        subprocess.run(["sh", "-n"], input=script, text=True, check=False).returncode for script in scripts
    ]
    assert codes == [0, 0, 0, 0]


def test_a_refused_port_is_told_by_the_real_command():
    """Loopback's discard port: nobody listens there, and the shell's own words come back."""
    text = CLUSTER.replace("172.16.7.42/24", "127.0.0.1/24").replace("172.16.7.41/24", "127.0.0.2/24")
    fact = facts(text + "[ray]\nport = 9\n" + ENGINE)["peer_ports"]
    run = subprocess.run(["sh", "-c", fact.command], capture_output=True, text=True, check=False)
    (port,) = fact.parse(Reading(run.returncode, run.stdout))
    assert port.state == "refused"
