"""What `make accept` left: an accepted report with evidence, and a pair that smoke accepts."""

import json

import pytest

from reports.layers import LAYERS
from tests.lab.conftest import ROOT

pytestmark = pytest.mark.lab


@pytest.fixture(scope="module")
def accepted():
    runs = sorted((ROOT / "reports" / "runs").glob("*-lab-deploy/report.json"))
    return json.loads(runs[-1].read_text())


def test_deploy_was_accepted_in_all_layers(accepted):
    passed = {check["layer"] for check in accepted["checks"] if check["outcome"] == "passed"}
    assert (accepted["verdict"], accepted["exit_code"], passed) == ("ACCEPTED", 0, set(LAYERS))


def test_report_names_every_stand_in(accepted):
    assert {"gpu", "rdma"} <= set(accepted["simulated"])


def test_throughput_was_measured(accepted):
    rows = accepted["throughput"]
    assert rows
    assert all(row["tok_s"] > 0 and row["repeats"] >= 3 and row["failed"] == 0 for row in rows)


def test_stale_stack_was_found_running_and_is_gone(accepted, do):
    told = "\n".join(accepted["evidence"]["launch"])
    for name in ("vllm-cluster", "vllm-proxy", "vllm-embeddings", "vllm-reranker", "vllm_node", "reranker"):
        assert name in told
    for host in ("spark-1", "spark-2"):
        names = do(host, "docker ps --all --format '{{.Names}}'").split()
        assert names == ["vllm-qwen35"]
        assert "enabled" not in do(host, "systemctl is-enabled vllm-cluster.service || true").split()


def test_smoke_accepts_the_pair(firstlight):
    status, report = firstlight("smoke")
    assert (status, report["verdict"], report["cause"]) == (0, "ACCEPTED", None)


def test_verify_accepts_the_pair(firstlight):
    status, report = firstlight("verify")
    assert (status, report["verdict"], report["cause"]) == (0, "ACCEPTED", None)
