import json
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "expected.json").read_text())


def pytest_generate_tests(metafunc):
    if "recorded" in metafunc.fixturenames:
        metafunc.parametrize("recorded", EXPECTED)


@pytest.fixture
def text(recorded):
    return (HERE / "outputs" / recorded).read_bytes().decode()


@pytest.fixture
def expected(recorded):
    return EXPECTED[recorded]


@pytest.fixture(
    params=["vllm_0.22.1-cuda-ray-dummy-ok", "vllm_0.22.1-cuda-ray-tiny-ok", "vllm_0.32-cpu-ray-tp2-ok"]
)
def good_log(request):
    return (HERE.parent / "probes_engine" / "logs" / f"{request.param}.log").read_bytes()


@pytest.fixture
def failed_log():
    return (HERE.parent / "probes_engine" / "logs" / "vllm_0.32-cpu-ray-tp2-no-compiler.log").read_bytes()
