import configparser

import pytest

from inventory.cluster import load
from launch.lab import places, tree
from launch.lab.host import FABRIC_INTERFACE, FABRIC_MTU, HOSTS

LAB = load(places.PROJECT / "clusters" / "lab.toml")


def of(host):
    keys = tree.Keys("HOST KEY", "OWN KEY", "ssh-ed25519 AAA\n", "spark-1 ssh-ed25519 BBB\n")
    return tree.of(host, "0123456789abcdef0123456789abcdef", keys)


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
def test_a_host_is_what_the_cluster_file_says(host):
    node = LAB.node(host.name)
    network = configparser.ConfigParser()
    network.read_string(of(host)["etc/systemd/network/10-fabric.network"].text)
    assert network["Network"]["Address"] == str(LAB.fabric_of(node))
    assert network["Match"]["Name"] == LAB.interface_of(node) == FABRIC_INTERFACE
    assert int(network["Link"]["MTUBytes"]) == LAB.fabric.mtu == FABRIC_MTU
    assert node.role == host.role


def test_only_the_external_interface_has_the_default_route():
    entries = of(HOSTS[0])
    assert "Gateway" not in entries["etc/systemd/network/10-fabric.network"].text
    assert "Gateway=10.1.230.1\n" in entries["etc/systemd/network/20-external.network"].text


def test_secrets_are_for_root_alone():
    entries = of(HOSTS[0])
    assert entries["etc/ssh/ssh_host_ed25519_key"].mode == 0o600
    assert entries["root/.ssh/authorized_keys"].mode == 0o600
    assert entries["root/.ssh/id_ed25519"].mode == 0o600


def test_every_stale_unit_is_enabled():
    entries = of(HOSTS[0])
    enabled = {name.rsplit("/", 1)[1] for name in entries if "multi-user.target.wants" in name}
    assert set(LAB.stale.units) <= enabled


def test_what_is_simulated_is_labelled():
    entries = of(HOSTS[0])
    assert entries["etc/firstlight-simulated"].text.split() == ["gpu", "rdma"]
    assert "SIMULATED" in entries["usr/bin/nvidia-smi"].text


def test_both_hosts_know_each_other_without_a_name_server():
    assert {"192.168.200.12 spark-1", "192.168.200.13 spark-2"} < set(tree.hosts_text().splitlines())


def test_the_tree_is_written(tmp_path):
    tree.write(tmp_path, {"etc/a": tree.File("text\n", 0o600), "etc/b/c": tree.Link("/dev/null")})
    assert (tmp_path / "etc/a").read_text() == "text\n"
    assert (tmp_path / "etc/a").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "etc/b/c").readlink().as_posix() == "/dev/null"
    assert (tmp_path / tree.MODEL / "config.json").is_file()
