from pathlib import Path

import pytest

from inventory.errors import CannotTell, NotUnderstood, ToolMissing
from probes.facts import firewall
from probes.facts.reading import Reading
from probes.judgements.firewall import Packet, refusals

SAMPLES = Path(__file__).parent / "samples"
FABRIC = "enp1s0f1np1"


def packet(port=6379, interface=FABRIC, source="192.168.200.13"):
    return Packet(interface, source, "192.168.200.12", port)


def refused(text, *packets):
    return refusals(firewall.parse(Reading(0, text)), packets or (packet(),))


def rules(*lines, policy="ACCEPT"):
    return "\n".join(("*filter", f":INPUT {policy} [0:0]", *lines, "COMMIT"))


def ruleset(*expressions, policy="accept", **rest):
    rows = [
        {"chain": {"family": "inet", "table": "f", "name": "in", "hook": "input", "policy": policy}},
        *({"rule": {"family": "inet", "table": "f", "chain": "in", "expr": e}} for e in expressions),
        *({kind: {"family": "inet", "table": "f", **body}} for kind, body in rest.items()),
    ]
    return __import__("json").dumps({"nftables": rows})


def match(left, right, op="=="):
    return {"match": {"op": op, "left": left, "right": right}}


PORT = {"payload": {"protocol": "tcp", "field": "dport"}}
SOURCE = {"payload": {"protocol": "ip", "field": "saddr"}}
STATE = {"ct": {"key": "state"}}


@pytest.mark.parametrize(
    "line",
    [
        f"-A INPUT -i {FABRIC} -p tcp -m tcp --dport 6379 -j DROP",
        "-A INPUT -i enp1+ -p tcp -m multiport --dports 22,6000:7000 -j REJECT --reject-with tcp-reset",
        "-A INPUT -s 192.168.200.0/24 -j DROP",
        "-A INPUT ! -i lo -m comment --comment 'no way' -j DROP",
        "-A INPUT -m conntrack --ctstate NEW -j DROP",
    ],
)
def test_a_rule_that_drops_is_named(line):
    assert refused(rules(line)) == (f"port 6379 from 192.168.200.13 on {FABRIC}: {line}",)


@pytest.mark.parametrize(
    "line",
    [
        "-A INPUT -i eth0 -p tcp -m tcp --dport 6379 -j DROP",
        "-A INPUT -p udp -m udp --dport 6379 -j DROP",
        "-A INPUT -p tcp -m tcp --dport 6380 -j DROP",
        "-A INPUT ! -s 192.168.200.0/24 -j DROP",
        "-A INPUT -m conntrack --ctstate INVALID -j DROP",
        "-A INPUT -m limit --limit 3/min -j DROP",
        "-A INPUT -p tcp --dport redis -j DROP",
        "-A INPUT -j LOG --log-prefix 'drop '",
        "-A FORWARD -j DROP",
    ],
)
def test_a_rule_that_does_not_surely_fit_is_not_blamed(line):
    assert refused(rules(line)) == ()


def test_the_first_rule_that_fits_decides():
    accept, drop = (f"-A INPUT -p tcp -m tcp --dport 6379 -j {word}" for word in ("ACCEPT", "DROP"))
    assert refused(rules(accept, drop)) == ()
    assert len(refused(rules(drop, accept))) == 1


def test_the_policy_decides_at_the_end():
    assert refused(rules(policy="DROP")) == (
        f"port 6379 from 192.168.200.13 on {FABRIC}: policy of chain INPUT",
    )


def test_what_an_unread_rule_may_accept_is_not_called_dropped():
    assert refused(rules("-A INPUT -m set --match-set friends src -j ACCEPT", policy="DROP")) == ()


def test_jumps_return_and_go_on():
    lines = (
        ":own - [0:0]",
        "-A INPUT -j own",
        "-A INPUT -p tcp -j DROP",
        "-A own -p tcp -m tcp --dport 22 -j ACCEPT",
    )
    assert len(refused(rules(*lines))) == 1
    assert refused(rules(*lines), packet(22)) == ()


def test_jumps_in_a_circle_end():
    lines = (":a - [0:0]", ":b - [0:0]", "-A INPUT -j a", "-A a -j b", "-A b -j a")
    assert refused(rules(*lines)) == ()


def test_ufw_as_it_writes_its_rules():
    text = (SAMPLES / "iptables_save_ufw.txt").read_text()
    external = packet(interface="eno1", source="10.1.230.9")
    assert refused(text, packet(), external, packet(22, "eno1", "10.1.230.9")) == (
        "port 6379 from 10.1.230.9 on eno1: policy of chain INPUT",
    )


def test_recorded_rules_of_both_programs_agree():
    for name in ("iptables_save.txt", "nft_ruleset.json"):
        text = (SAMPLES / name).read_text()
        assert len(refused(text, packet(interface="enp1"))) == 1


def test_rules_of_iptables_are_read_once():
    nft, iptables = ((SAMPLES / name).read_text() for name in ("nft_ruleset.json", "iptables_save.txt"))
    found = firewall.parse(Reading(0, f"@@ nft\n{nft}\n@@ iptables\n{iptables}@@ legacy\n"))
    assert sorted((chain.table, chain.name) for chain in found.chains) == [
        ("inet f", "input"),
        ("ip filter", "FORWARD"),
        ("ip filter", "INPUT"),
        ("ip filter", "OUTPUT"),
        ("ip filter", "X"),
    ]


@pytest.mark.parametrize(
    ("expressions", "is_refused"),
    [
        ([[match(PORT, 6379), {"drop": None}]], True),
        ([[match(PORT, {"set": [22, {"range": [6000, 7000]}]}), {"reject": None}]], True),
        ([[match(PORT, 6379, "!="), {"drop": None}]], False),
        (
            [
                [
                    match(SOURCE, {"prefix": {"addr": "192.168.200.0", "len": 24}}),
                    {"counter": {}},
                    {"drop": None},
                ]
            ],
            True,
        ),
        ([[match({"meta": {"key": "iifname"}}, "enp1*"), {"drop": None}]], True),
        ([[match(STATE, ["established", "related"], "in"), {"drop": None}]], False),
        ([[match(PORT, "@ports"), {"drop": None}]], True),
        ([[{"limit": {"rate": 1}}, {"drop": None}]], False),
        ([[match({"payload": {"protocol": "ip6", "field": "saddr"}}, "fe80::1"), {"drop": None}]], False),
        ([[{"vmap": {"key": PORT, "data": {"set": [[6379, {"drop": None}]]}}}]], True),
        ([[{"vmap": {"key": STATE, "data": {"set": [["established", {"drop": None}]]}}}]], False),
    ],
    ids=str,
)
def test_rules_of_nft(expressions, is_refused):
    text = ruleset(*expressions, set={"name": "ports", "elem": [{"elem": {"val": 6379}}]})
    assert bool(refused(text)) == is_refused


def test_rules_that_may_not_be_read_are_not_no_rules():
    stderr = "Operation not permitted (you must be root)\nnetlink: Error: cache initialization failed"
    with pytest.raises(CannotTell, match="not permitted"):
        firewall.parse(Reading(0, "@@ nft\n@@ iptables\n@@ legacy\n", stderr))


def test_no_program_and_other_text_are_said():
    with pytest.raises(ToolMissing):
        firewall.parse(Reading(127, ""))
    with pytest.raises(NotUnderstood):
        firewall.parse(Reading(0, "{]"))
