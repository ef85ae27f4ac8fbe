from pathlib import Path

import pytest

from probes.facts.reading import Reading

OUTPUTS = Path(__file__).parent / "outputs"


@pytest.fixture
def output():
    """A recorded output by name, as the reading of a command that exited with 0."""
    return lambda name: Reading(0, (OUTPUTS / f"{name}.txt").read_bytes().decode())
