from pathlib import Path

import pytest

LOGS = Path(__file__).parent / "logs"


@pytest.fixture
def log():
    """A recorded log by name, as bytes."""
    return lambda name: (LOGS / f"{name}.log").read_bytes()
