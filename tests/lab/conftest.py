"""The running pair, and runs of Firstlight on it as a person would start them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from inventory.cluster import load
from inventory.transport import connect

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def hosts():
    """Transports to the pair, which must have been raised and deployed: make accept."""
    nodes = connect(load(ROOT / "clusters" / "lab.toml"))
    for node in nodes.values():
        node.run("true", timeout_s=20).require()
    yield nodes
    for node in nodes.values():
        node.close()


@pytest.fixture
def do(hosts):
    """Runs a command on a host of the pair; it must succeed."""

    def run(name, command, timeout_s=60):
        result = hosts[name].run(command, timeout_s=timeout_s).require()
        assert result.ok, f"{name}: {command}: {result.error_text}"
        return result.text

    return run


@pytest.fixture
def firstlight(tmp_path):
    """Runs a mode in a process of its own: exit status and report.json."""

    def run(mode, *arguments):
        command = [sys.executable, "-m", "pytest", "-q", "-m", mode, *arguments]
        with (tmp_path / "output").open("wb") as output:
            done = subprocess.run(command, cwd=ROOT, stdout=output, stderr=output, check=False, timeout=600)
        report = json.loads((ROOT / "reports/runs/latest/report.json").read_text())
        assert report["mode"] == mode, (tmp_path / "output").read_text()
        return done.returncode, report

    return run
