"""Smoke rejects a deployment that was broken by hand, at the right layer, and accepts it when healed."""

import pytest

pytestmark = pytest.mark.lab
HEAL_FABRIC = "ip link set enp1s0f1np1 up; networkctl reconfigure enp1s0f1np1"


def failing(report):
    return [check["id"] for check in report["checks"] if check["outcome"] == "violated"]


def test_a_stale_unit_enabled_again(firstlight, do):
    do("spark-1", "systemctl enable vllm-proxy.service")
    status, report = firstlight("smoke")
    do("spark-1", "systemctl disable vllm-proxy.service")
    assert (status, report["verdict"]) == (1, "REJECTED")
    assert report["cause"]["layer"] == "l1_host"
    assert "vllm-proxy.service" in report["cause"]["summary"]
    assert [name.rpartition("::")[2] for name in failing(report)] == [
        "test_no_stale_unit_starts_at_boot[spark-1]"
    ]


def test_the_workers_fabric_interface_down(firstlight, do):
    do("spark-2", "ip link set enp1s0f1np1 down")
    status, report = firstlight("smoke")
    do("spark-2", HEAL_FABRIC)
    assert (status, report["verdict"]) == (1, "REJECTED")
    assert report["cause"]["layer"] == "l2_network"
    assert "enp1s0f1np1" in report["cause"]["summary"]


def test_the_engine_container_killed(firstlight, do):
    do("spark-1", "docker kill vllm-qwen35")
    status, report = firstlight("smoke")
    assert (status, report["verdict"]) == (1, "REJECTED")
    assert report["cause"]["layer"] == "l4_ray"
    assert "vllm-qwen35" in report["cause"]["summary"]
    assert report["cause"]["node"] == "spark-1"
