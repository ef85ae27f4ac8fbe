from dataclasses import replace
from ipaddress import IPv4Address, ip_interface

import pytest

from inventory.errors import CannotTell
from probes.facts.counters import Counters, RdmaCounters
from probes.facts.listeners import Listener
from probes.facts.neighbour_answers import PeerPort, PeerRoute, Ping
from probes.facts.rdma_devices import Rdma
from probes.judgements import exposure, fabric, rdma, reachability, rising
from probes.parse import parsed

NAME = "enp3s0f1np1"
OWN = ip_interface("172.16.7.41/24")
PEER = IPv4Address("172.16.7.42")


@pytest.fixture
def links(sample):
    return parsed("links", sample("sysfs_links"))


@pytest.fixture
def devices(sample):
    return parsed("rdma", sample("sysfs_rdma"))


@pytest.fixture
def pcie(sample):
    return parsed("pcie", sample("sysfs_pcie"))


@pytest.fixture
def addresses(sample):
    return parsed("addresses", sample("ip_addr_spark_static"))


def test_a_link_that_can_carry_the_fabric(links):
    assert fabric.interface_faults(links, NAME) == ()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("enp3s0f0np0", "enp3s0f0np0 has no carrier (state down)"),
        ("wlP9s9", "wlP9s9 is set down"),
        ("ib0", "ib0 does not exist; there are enP4p3s0f1np1, enp3s0f0np0, enp3s0f1np1, lo, wlP9s9"),
    ],
)
def test_a_link_that_cannot(links, name, words):
    assert fabric.interface_faults(links, name) == (words,)


def test_the_address_stands_where_it_should(addresses):
    assert fabric.address_missing(addresses, OWN, NAME) == ()


@pytest.mark.parametrize(
    ("wanted", "interface", "words"),
    [
        ("172.16.7.41/16", NAME, "172.16.7.41/24 on enp3s0f1np1 instead of 172.16.7.41/16 on enp3s0f1np1"),
        ("172.16.7.41/24", "ib0", "172.16.7.41/24 on enp3s0f1np1 instead of 172.16.7.41/24 on ib0"),
        ("172.16.7.9/24", "ib0", "ib0 has no address, not 172.16.7.9/24"),
    ],
)
def test_the_address_is_wrong(addresses, wanted, interface, words):
    assert fabric.address_missing(addresses, ip_interface(wanted), interface) == (words,)


@pytest.mark.parametrize(
    ("mtus", "declared", "words"),
    [
        ({"a": 9000, "b": 9000}, 9000, ()),
        ({"a": 1500, "b": 1500}, None, ()),
        ({"a": 9000, "b": 1500}, 9000, ("b has MTU 1500, declared 9000",)),
        ({"a": 9000, "b": 1500}, None, ("a has MTU 9000", "b has MTU 1500")),
    ],
)
def test_mtus(mtus, declared, words):
    assert fabric.mtus_differ(mtus, declared) == words


@pytest.mark.parametrize(
    ("route", "words"),
    [
        (PeerRoute(PEER, NAME), ()),
        (PeerRoute(PEER, "enP7s7", "10.20.30.1"), (f"packets for {PEER} leave by enP7s7, not by {NAME}",)),
        (PeerRoute(PEER, NAME, "172.16.7.1"), (f"packets for {PEER} go through 172.16.7.1",)),
        (PeerRoute(PEER, None, words="unreachable"), (f"no route to {PEER}: unreachable",)),
    ],
    ids=["fabric", "external", "gateway", "none"],
)
def test_route_to_a_peer_is_judged(route, words):
    assert fabric.leaves_by(route, NAME) == words


def test_speed(links):
    assert fabric.speed_faults(links[NAME], 200) == ()
    assert fabric.speed_faults(links[NAME], 400) == (f"{NAME} runs at 200 Gb/s, not 400",)
    with pytest.raises(CannotTell):
        fabric.speed_faults(links["lo"], 200)


def test_two_devices_of_one_port_are_twins(links):
    assert fabric.twins(links, NAME) == ("enP4p3s0f1np1", NAME)
    assert fabric.twins(links, "lo") == ("lo",)
    assert fabric.twins(links, "ib0") == ()


def test_narrow_pcie_of_a_twin_is_named(links, pcie):
    assert fabric.narrow_pcie(pcie, links, NAME) == ("enP4p3s0f1np1 (0004:03:00.1) uses 2 PCIe lanes of 4",)


def test_topology_is_what_a_floor_belongs_to(links, devices, pcie):
    assert fabric.topology(links, devices, pcie, NAME) == {
        "driver": "mlx5_core",
        "devices": "2",
        "pcie": "32 GT/s x2, 32 GT/s x4",
        "mtu": "1500, 9000",
        "rdma": "yes",
    }


def test_the_usable_gid_is_v2_of_the_fabrics_address(devices):
    assert rdma.usable_gid(devices, NAME, OWN.ip) == rdma.UsableGid("rocep3s0f1", 1, 4)
    assert rdma.gid_faults(devices, NAME, OWN.ip) == ()
    assert rdma.gid_faults(devices, NAME, OWN.ip, pinned=4) == ()


def test_a_pinned_index_that_does_not_fit(devices):
    assert rdma.gid_faults(devices, NAME, OWN.ip, pinned=3) == (
        "GID index 3 is pinned, rocep3s0f1 has 172.16.7.41 at 4",
    )


def test_a_device_without_a_usable_gid(devices):
    assert rdma.gid_faults(devices, "enP4p3s0f1np1", OWN.ip) == (
        "enP4p3s0f1np1 has no RoCE v2 GID of 172.16.7.41; it has [0] fe80::4ebb:47ff:fe2b:63d5 IB/RoCE v1",
    )
    assert rdma.gid_faults(devices, "lo", OWN.ip) == (
        "lo has no RoCE v2 GID of 172.16.7.41; it has no RDMA device",
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (NAME, ()),
        ("enp3s0f0np0", ("rocep3s0f0 port 1 of enp3s0f0np0 is DOWN",)),
        ("lo", ("lo has no RDMA device (there are: roceP4p3s0f1, rocep3s0f0, rocep3s0f1)",)),
    ],
)
def test_rdma_ports(devices, name, words):
    assert rdma.port_faults(devices, name) == words


def test_no_rdma_at_all():
    assert "no RDMA subsystem" in rdma.port_faults(Rdma(has_subsystem=False), NAME)[0]


def test_peers_that_do_not_answer_are_named():
    pings = {
        "a": Ping(PEER, answered=True, rtt_ms=0.2, words=""),
        "b": Ping(PEER, False, None, "no answer within 1 s"),
    }
    assert reachability.unanswered(pings) == (f"b ({PEER}): no answer within 1 s",)
    assert reachability.frames_lost(pings) == (
        f"a full frame does not reach b ({PEER}): no answer within 1 s",
    )


def test_a_refusal_comes_from_the_peer_and_silence_from_a_firewall():
    tried = [PeerPort("b", PEER, 6379, state) for state in ("open", "refused", "silent")]
    assert reachability.ports_blocked(tried) == (f"port 6379 of b ({PEER}) is silent",)


def counters(**more):
    zero = dict.fromkeys(Counters.__dataclass_fields__, 0) | {
        "other": {"rx_crc_errors": 0, "rx_compressed": 0}
    }
    return Counters(**(zero | more))


def test_only_counters_of_trouble_count():
    before = {NAME: counters(rx_dropped=2)}
    after = {NAME: counters(rx_dropped=5, rx_bytes=900, other={"rx_crc_errors": 1, "rx_compressed": 9})}
    assert rising.errors(before, after, [NAME, "gone0"]) == (
        f"{NAME} rx_dropped rose by 3",
        f"{NAME} rx_crc_errors rose by 1",
    )
    assert rising.bytes_moved(before, after, NAME) == (900, 0)
    assert rising.bytes_moved(before, after, "gone0") == (0, 0)


def test_errors_of_rdma_that_rise():
    before = {"mlx5_0/1": RdmaCounters(0, 0, {"out_of_sequence": 7, "symbol_error": 0})}
    after = {"mlx5_0/1": replace(before["mlx5_0/1"], errors={"out_of_sequence": 9, "symbol_error": 0})}
    assert rising.rdma_errors(before, after) == ("mlx5_0/1 out_of_sequence rose by 2",)


def test_what_listens_outside():
    listeners = [
        Listener("127.0.0.1", 8265, "python", 7),
        Listener("172.16.7.41", 10001, "python", 8),
        Listener("*", 30000, "python", 9),
        Listener("*", 8265, "python", 10),
        Listener("10.20.30.41", 2375, "dockerd", 11),
        Listener("::", 4243, "dockerd", 12),
    ]
    assert exposure.listening_outside(listeners, [OWN.ip]) == (
        "Docker's API listens on 10.20.30.41, port 2375",
        "Ray's dashboard listens on all addresses, port 8265",
        "dockerd listens on all addresses, port 4243",
    )
