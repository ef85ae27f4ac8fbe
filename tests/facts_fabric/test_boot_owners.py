from ipaddress import ip_interface

import pytest

from inventory.errors import CannotTell
from probes.facts.links import Link
from probes.judgements import fabric
from probes.parse import parsed

FABRIC = ip_interface("172.16.7.41/24")


def link(name="enp3s0f1np1", mac="4c:bb:47:2b:63:d1"):
    return Link(name=name, up=True, operstate="up", carrier=True, mtu=9000, mac=mac)


@pytest.mark.parametrize(
    ("interface", "mac", "address", "manager"),
    [
        ("enp3s0f1np1", "", "172.16.7.41/24", "netplan"),
        ("enp3s0f1np1", "", "10.9.9.9/24", "netplan"),
        ("enp3s0f1np1", "", "fd00::1/64", "netplan"),
        ("renamed0", "4C:BB:47:2B:63:D5", "10.1.2.4/24", "netplan"),
        ("eth7", "", "10.20.30.174/24", "ifupdown"),
        ("eth7", "", "10.77.0.1/24", "ifupdown"),
        ("enp5s0", "", "172.16.8.41/24", "unit"),
    ],
)
def test_address_has_its_owner(sample, interface, mac, address, manager):
    owner = parsed("address_owners", sample("boot_files")).of_address(ip_interface(address), interface, mac)
    assert owner.manager == manager


@pytest.mark.parametrize(
    ("interface", "address"),
    [
        ("enP7s7", "10.20.30.41/24"),  # NetworkManager does not start at boot
        ("any", "10.66.0.1/24"),  # the connection does not start by itself
        ("eth8", "10.88.0.1/24"),  # not brought up at boot
        ("enp3s0f1np1", "10.1.2.3/24"),  # of another hardware address
        ("enp3s0f1np1", "10.1.1.1/24"),  # a gateway is no address
    ],
)
def test_nobody_owns_what_does_not_come_at_boot(sample, interface, address):
    assert parsed("address_owners", sample("boot_files")).of_address(ip_interface(address), interface) is None


def test_drop_in_belongs_to_its_file(sample):
    (owner,) = parsed("address_owners", sample("boot_files")).of("eth1")
    assert (owner.path, owner.dhcp, owner.mtu) == ("/etc/systemd/network/10-lan.network", True, 9000)


def test_persistent_address_and_mtu(sample):
    owners = parsed("address_owners", sample("boot_files"))
    assert fabric.not_persistent(owners, link(), FABRIC, 9000) == ()


def test_an_address_added_by_hand(sample):
    owners = parsed("address_owners", sample("boot_files"))
    assert fabric.not_persistent(owners, link("enp3s0f0np0"), FABRIC, 9000) == (
        "nobody gives enp3s0f0np0 its address 172.16.7.41/24 at boot",
    )
    assert fabric.not_persistent(owners, link("ens9"), FABRIC, 9000) == (
        "nobody gives ens9 its address 172.16.7.41/24 at boot",
        "nobody gives ens9 its MTU 9000 at boot",
    )


def test_the_kernels_own_mtu_needs_no_owner(sample):
    owners = parsed("address_owners", sample("boot_files"))
    assert (
        fabric.not_persistent(
            owners, link("renamed0", "4c:bb:47:2b:63:d5"), ip_interface("10.1.2.3/24"), 1500
        )
        == ()
    )


def test_what_may_not_be_read_cannot_be_told(sample):
    owners = parsed("address_owners", sample("boot_files") + "@@denied netplan /etc/netplan/50-x.yaml\n")
    with pytest.raises(CannotTell, match=r"50-x\.yaml"):
        fabric.not_persistent(owners, link("ens9"), FABRIC)
