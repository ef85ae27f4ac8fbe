from pathlib import Path

import pytest

SAMPLES = Path(__file__).parent / "samples"


@pytest.fixture
def sample():
    """A recorded output by name; those without a suffix are .txt."""

    def read(name: str) -> str:
        return (SAMPLES / (name if "." in name else f"{name}.txt")).read_text()

    return read
