from collections import Counter

from launch.lab import network
from launch.lab.host import HOSTS


def moves(commands):
    return [
        tuple(command[i] for i in (2, 5, 7, 9))
        for command in commands
        if "netns" in command and command[1] == "-n"
    ]


def test_cables_are_made_in_a_namespace_of_their_own():
    made = [command for command in network.laid() if "veth" in command]
    assert {command[2] for command in made} == {network.CABLES}


def test_every_namespace_is_added_once():
    added = Counter(command[3] for command in network.laid() if command[:3] == ("ip", "netns", "add"))
    assert added == dict.fromkeys(network.NAMESPACES, 1)


def test_names_fit_linux():
    names = [network.end_of(host, cable) for host in HOSTS for cable in ("fab", "ext", "hole")]
    assert max(map(len, names)) <= 15


def test_plugging_in_moves_both_ends_under_their_real_names():
    host = HOSTS[0]
    assert moves(network.plugged(host)) == [
        ("fl-cables", "fab-spark-1", "enp1s0f1np1", "fl-spark-1"),
        ("fl-cables", "ext-spark-1", "enP7s7", "fl-spark-1"),
    ]


def test_pulling_cables_is_plugging_in_backwards():
    host = HOSTS[1]
    there = moves(network.plugged(host))
    back = moves(network.unplugged(host))
    assert [(target, new, old, origin) for origin, old, new, target in there] == back


def test_a_pulled_cable_forgets_its_mtu_and_the_namespace_everything():
    commands = [" ".join(command) for command in network.unplugged(HOSTS[0])]
    assert commands[1].endswith("fab-spark-1 mtu 1500")
    assert commands[-2:] == ["ip netns del fl-spark-1", "ip netns add fl-spark-1"]


def test_only_what_is_there_is_removed():
    assert list(network.removed(frozenset({"fl-spark-2", "other"}))) == [("ip", "netns", "del", "fl-spark-2")]
