"""An API alone is a cluster: its checks are asked over the wire, all that stands below does not apply."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from probes.load.mock.process import running_mock
from probes.load.mock.script import Timing

ROOT = Path(__file__).parents[2]
LOWER = {"l0_reach", "l1_host", "l2_network", "l3_gpu", "l4_ray", "l5_engine"}


def outcomes(report):
    found = {}
    for check in report["checks"]:
        found.setdefault(check["layer"], set()).add(check["outcome"])
    return found


def run(tmp_path, url, model, mode):
    cluster = tmp_path / "api.toml"
    cluster.write_text(f'name = "api-alone"\n[api]\nurl = "{url}"\nmodel = "{model}"\n')
    command = [sys.executable, "-m", "pytest", "-q", "-m", mode, f"--cluster={cluster}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    folder = next(line.split()[-1] for line in done.stdout.splitlines() if line.strip().startswith("report "))
    return done.returncode, json.loads((Path(folder).parent / "report.json").read_text())


async def test_a_good_api_is_accepted(tmp_path):
    async with running_mock(Timing(ttft_s=0.01, itl_s=0.001, tokens=8)) as mock:
        status, report = run(tmp_path, mock.address, "mock", "smoke")
    assert (status, report["verdict"]) == (0, "ACCEPTED")
    found = outcomes(report)
    assert {layer: found[layer] for layer in LOWER} == {layer: {"not_applicable"} for layer in LOWER}
    assert "passed" in found["l6_api"]


@pytest.mark.parametrize("model", ["error_inside", "no_done", "empty"])
async def test_a_stream_that_is_not_whole_is_rejected(tmp_path, model):
    async with running_mock(Timing(ttft_s=0.01, itl_s=0.001, tokens=8)) as mock:
        status, report = run(tmp_path, mock.address, model, "smoke")
    assert (status, report["cause"]["layer"]) == (1, "l6_api")
    assert "test_chat_yields_a_token" in report["cause"]["check"]


def test_an_api_that_is_not_there_cannot_be_told(tmp_path):
    status, report = run(tmp_path, "http://127.0.0.1:9", "mock", "smoke")
    assert (status, report["verdict"]) == (6, "INCOMPLETE")
