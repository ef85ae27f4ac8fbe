"""After a real reboot the pair is what systemd and Docker make of it."""

import subprocess
import sys

import pytest

from tests.lab.conftest import ROOT

pytestmark = pytest.mark.lab
BOOT_ID = "cat /proc/sys/kernel/random/boot_id"


def test_what_was_started_by_hand_does_not_come_back(firstlight, do):
    names = ("spark-1", "spark-2")
    before = {name: do(name, BOOT_ID) for name in names}
    subprocess.run([sys.executable, "-m", "launch", "lab", "reboot"], cwd=ROOT, check=True, timeout=180)
    after = {name: do(name, BOOT_ID) for name in names}
    assert all(before[name] != after[name] for name in names)
    for name in names:
        assert do(name, "docker ps --format '{{.Names}}'") == ""
        assert "192.168.200.1" in do(name, "ip -4 addr show enp1s0f1np1")
    status, report = firstlight("smoke")
    assert (status, report["verdict"], report["cause"]["layer"]) == (1, "REJECTED", "l4_ray")
