import configparser

import pytest

from inventory.cluster import load
from launch.lab import places, stale
from launch.lab.host import HOSTS

LAB = load(places.PROJECT / "clusters" / "lab.toml")


def unit(service):
    parser = configparser.ConfigParser(strict=False)
    parser.optionxform = str
    parser.read_string(stale.unit_text(service))
    return parser


def test_the_lab_raises_what_its_cluster_file_declares_stale():
    assert [service.unit for service in stale.SERVICES] == list(LAB.stale.units)
    assert {service.container for service in stale.SERVICES} - {None} == set(LAB.stale.containers)


def test_the_head_has_all_of_it_and_the_worker_its_half_of_the_cluster():
    head, worker = HOSTS
    assert len(stale.services(head)) == 4
    assert [service.container for service in stale.services(worker)] == ["vllm_node"]


@pytest.mark.parametrize("service", stale.SERVICES, ids=lambda service: service.unit)
def test_units_start_at_boot_and_come_back(service):
    parsed = unit(service)
    assert parsed["Install"]["WantedBy"] == "multi-user.target"
    assert parsed["Service"]["Restart"] == "always"


def test_a_container_is_stopped_by_its_unit():
    cluster = unit(stale.SERVICES[0])["Service"]
    assert "--name vllm_node" in cluster["ExecStart"]
    assert cluster["ExecStop"].endswith("vllm_node")


def test_the_proxy_is_a_process_of_the_host():
    assert "docker" not in unit(stale.SERVICES[1])["Service"]["ExecStart"]
