import pytest

from probes.roofline.bound import Bound, Evidence, bound_of, bound_sentence


@pytest.mark.parametrize(
    ("fields", "bound"),
    [
        ({"client_limit": "it lagged 80 ms", "memory_share": 0.9}, Bound.CLIENT),
        ({"waiting": 3.0, "memory_share": 0.9}, Bound.QUEUEING),
        ({"network_share": 0.95, "memory_share": 0.5}, Bound.NETWORK),
        ({"compute_share": 0.85, "memory_share": 0.5}, Bound.COMPUTE),
        ({"memory_share": 0.49, "network_share": 0.2}, Bound.MEMORY_BANDWIDTH),
        ({"memory_share": 0.49, "network_share": 0.6}, Bound.UNEXPLAINED),
        ({"memory_share": 0.1}, Bound.UNEXPLAINED),
        ({}, Bound.UNEXPLAINED),
    ],
    ids=str,
)
def test_the_nearest_roof_bounds(fields, bound):
    assert bound_of(Evidence(streams=1, tok_s=27.0, **fields)) is bound


def test_the_operators_figure_in_a_sentence():
    evidence = Evidence(streams=1, tok_s=27.0, memory_share=27 / 54.6)
    assert bound_sentence(evidence) == "27 tok/s at 1 stream: bound by memory bandwidth, 49% of its roof"


@pytest.mark.parametrize("share", [None, 0.05])
def test_without_a_near_roof_the_sentence_says_so(share):
    words = bound_sentence(Evidence(streams=2, tok_s=1.0, memory_share=share))
    assert "none of the measured roofs" in words
