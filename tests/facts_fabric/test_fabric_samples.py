from ipaddress import IPv4Interface, IPv4Network, ip_interface

import pytest

from inventory.errors import NotUnderstood
from probes.facts.ethtool import EthtoolPort
from probes.facts.rdma_devices import Rdma
from probes.facts.routes import Route
from probes.parse import parsed


def test_text_of_ip_addr(sample):
    text = sample("ip_addr_spark_static")
    addresses, link = parsed("addresses", text), parsed("links", text)["enp3s0f1np1"]
    assert IPv4Interface("172.16.7.41/24") in addresses
    assert IPv4Interface("172.16.7.41/16") not in addresses
    assert [a.scope for a in tuple(addresses)] == ["global", "link"]
    assert (link.up, link.carrier, link.operstate, link.mtu) == (True, True, "up", 1500)


def test_json_of_ip_addr(sample):
    text = sample("ip_j_addr_lo")
    links = parsed("links", text)
    assert {name: (link.operstate, link.mtu) for name, link in links.items()} == {
        "lo": ("unknown", 65536),
        "enp3s0f1np1": ("up", 9000),
    }
    assert parsed("addresses", text).on("enp3s0f1np1") == (ip_interface("172.16.7.41/24"),)


def test_brief_form_shows_that_the_address_is_lost(sample):
    addresses = parsed("addresses", sample("ip_br_addr"))
    assert addresses.on("enp3s0f1np1") == (ip_interface("fe80::4ebb:47ff:fe2b:63d1/64"),)
    assert addresses.on("enP7s7") == (ip_interface("10.20.30.41/24"),)


def test_links_of_sysfs(sample):
    links = parsed("links", sample("sysfs_links"))
    fabric = links["enp3s0f1np1"]
    assert (fabric.speed_mbps, fabric.driver, fabric.pci) == (200000, "mlx5_core", "0000:03:00.1")
    assert (links["enp3s0f0np0"].carrier, links["enp3s0f0np0"].speed_mbps) == (False, None)
    assert (links["wlP9s9"].up, links["wlP9s9"].carrier) == (False, None)


@pytest.mark.parametrize("name", ["ip_j_route", "ip_route"])
def test_routes_of_both_forms(sample, name):
    routes = parsed("routes", sample(name))
    assert routes[:2] == (
        Route(IPv4Network("0.0.0.0/0"), "enP7s7", "10.20.30.1", "10.20.30.41", 100, "dhcp"),
        Route(IPv4Network("172.16.7.0/24"), "enp3s0f1np1", None, "172.16.7.41", 0, "kernel"),
    )


def test_a_route_may_lead_nowhere(sample):
    assert parsed("routes", sample("ip_route"))[2] == Route(IPv4Network("10.99.0.0/16"), None, metric=7)


def test_half_speed_of_ethtool(sample):
    (port,) = parsed("ethtool", sample("ethtool_speed_100g_bad"))
    assert (port.name, port.speed_mbps, port.link_detected) == ("enp3s0f1np1", 100000, True)


def test_driver_of_ethtool(sample):
    found = parsed("ethtool", sample("spark_twin_pci_addresses"))
    assert [port.pci for port in found] == ["0000:03:00.0", "0004:03:00.0"]
    assert isinstance(found[0], EthtoolPort)
    assert (found[0].driver, found[0].firmware) == ("mlx5_core", "28.44.1036 (NVD0000000051)")


def states(rdma):
    return {d.name: (p.netdev, p.state) for d in rdma.devices for p in d.ports}


def test_rdma_link_in_any_order(sample):
    assert states(parsed("rdma", sample("rdma_link_gb10_four_up"))) == {
        "rocep3s0f0": ("enp3s0f0np0", "ACTIVE"),
        "rocep3s0f1": ("enp3s0f1np1", "ACTIVE"),
        "roceP4p3s0f0": ("enP4p3s0f0np0", "ACTIVE"),
        "roceP4p3s0f1": ("enP4p3s0f1np1", "ACTIVE"),
    }


def test_ibdev2netdev_with_one_cable(sample):
    found = states(parsed("rdma", sample("ibdev2netdev_spark_outer_port")))
    assert [name for name, (_, state) in found.items() if state == "ACTIVE"] == ["roceP4p3s0f1", "rocep3s0f1"]


def test_no_rdma_subsystem_is_not_all_links_down(sample):
    assert parsed("rdma", sample("rdma_link_no_netlink_rdma")) == Rdma(has_subsystem=False)


def test_ibstat(sample):
    (device,) = parsed("rdma", sample("ibstat_roce_active")).devices
    (port,) = device.ports
    assert (device.firmware, port.state, port.physical_state) == ("28.44.1036", "ACTIVE", "LinkUp")
    assert (port.rate_gbps, port.link_layer) == (200, "Ethernet")


def test_ibv_devices_skips_its_heading(sample):
    found = parsed("rdma", sample("ibv_devices_gb10")).devices
    assert [device.name for device in found] == ["rocep3s0f0", "rocep3s0f1", "roceP4p3s0f0", "roceP4p3s0f1"]
    assert found[0].node_guid == "4cbb4703002b63d0"


def test_ibv_devinfo_of_a_port_that_is_down(sample):
    (device,) = parsed("rdma", sample("ibv_devinfo_port_down_mtu1024")).devices
    (port,) = device.ports
    assert (port.state, port.max_mtu, port.active_mtu, port.link_layer) == ("DOWN", 4096, 1024, "Ethernet")


def test_ibv_devinfo_gids(sample):
    (device,) = parsed("rdma", sample("ibv_devinfo_v_gids_with_types")).devices
    gids = device.ports[0].gids
    assert [(gid.index, gid.type) for gid in gids] == [
        (0, "RoCE v1"),
        (1, "RoCE v2"),
        (2, "RoCE v1"),
        (3, "RoCE v2"),
    ]
    assert [(gid.index, str(gid.ipv4)) for gid in gids if gid.is_usable] == [(3, "172.16.7.61")]


def test_show_gids(sample):
    (device,) = parsed("rdma", sample("show_gids")).devices
    assert [(gid.index, gid.type, gid.is_usable) for gid in device.ports[0].gids] == [
        (0, "RoCE v1", False),
        (3, "RoCE v2", True),
    ]


def test_rdma_of_sysfs(sample):
    found = parsed("rdma", sample("sysfs_rdma"))
    assert states(found) == {
        "roceP4p3s0f1": ("enP4p3s0f1np1", "ACTIVE"),
        "rocep3s0f0": ("enp3s0f0np0", "DOWN"),
        "rocep3s0f1": ("enp3s0f1np1", "ACTIVE"),
    }
    (port,) = next(d for d in found.devices if d.name == "rocep3s0f1").ports
    assert (port.rate_gbps, port.physical_state) == (200, "LinkUp")
    assert [gid.index for gid in port.gids if gid.is_usable] == [4]


def test_a_host_without_rdma():
    assert parsed("rdma", "@@ absent\n") == Rdma(has_subsystem=False)
    assert parsed("rdma_counters", "") == {}


def test_counters(sample):
    found = parsed("counters", sample("sysfs_counters"))["enp3s0f1np1"]
    assert (found.rx_bytes, found.tx_bytes, found.rx_dropped, found.other) == (
        9314,
        2718,
        2,
        {"rx_crc_errors": 0},
    )


def test_rdma_counts_words_of_four_octets(sample):
    found = parsed("rdma_counters", sample("sysfs_rdma_counters"))["rocep3s0f1/1"]
    assert (found.rx_bytes, found.tx_bytes) == (4000, 10000)
    assert found.errors == {"symbol_error": 0, "out_of_sequence": 7}


def test_pcie_of_sysfs_knows_the_slot(sample):
    found = parsed("pcie", sample("sysfs_pcie"))
    assert {address: device.is_narrow for address, device in found.items()} == {
        "0000:03:00.1": False,
        "0004:03:00.1": True,
        "000f:01:00.0": False,
    }


def test_pcie_of_lspci(sample):
    (device,) = parsed("pcie", sample("lspci_vv")).values()
    assert (device.address, device.width, device.max_width, device.speed_gt_s) == ("0000:c1:00.0", 8, 16, 16)


@pytest.mark.parametrize(
    "name", ["addresses", "links", "routes", "rdma", "ethtool", "pcie", "counters", "rdma_counters"]
)
def test_another_text_is_not_understood(name):
    with pytest.raises(NotUnderstood):
        parsed(name, "command not in this list\n")
