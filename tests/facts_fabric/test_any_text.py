"""Whatever a program prints, a parser answers or raises CannotTell, and no longer text takes for ever."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inventory.errors import CannotTell
from probes.parse import parsers
from probes.rendering import as_json

NAMES = [
    "addresses",
    "links",
    "routes",
    "address_owners",
    "counters",
    "rdma",
    "rdma_counters",
    "pcie",
    "ethtool",
    "gpus",
    "gpu_processes",
    "gpu_driver",
    "nvml",
    "perftest",
    "iperf3",
    "nccl_tests",
]
PARSERS = parsers()
TEXTS = [path.read_text() for path in sorted((Path(__file__).parent / "samples").iterdir())]


def survives(name, text):
    for parse in PARSERS[name]:
        with suppress(CannotTell):
            as_json(parse(text))


def broken(text):
    """A recorded text with a piece cut out, doubled, or with something else in its place."""
    cuts = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    return st.tuples(cuts, st.text(max_size=12), st.booleans()).map(
        lambda drawn: (
            text[: drawn[0][1] if drawn[2] else drawn[0][0]]
            + drawn[1]
            + text[drawn[0][0 if drawn[2] else 1] :]
        )
    )


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=40)
@given(text=st.text())
def test_arbitrary_text(name, text):
    survives(name, text)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_broken_samples(name, data):
    survives(name, data.draw(st.sampled_from(TEXTS).flatmap(broken)))


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=40)
@given(
    lines=st.lists(
        st.sampled_from(sorted({line for text in TEXTS for line in text.splitlines()})), max_size=12
    )
)
def test_lines_of_other_programs(name, lines):
    survives(name, "\n".join(lines))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("piece", ["[", "9", "a:", " | ", "- ", "1 ", "/", "\n"])
def test_long_text(name, piece):
    survives(name, piece * 20000)
