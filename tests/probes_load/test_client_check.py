"""The client knows its own error, and says when it was the limit."""

from dataclasses import replace

import pytest

from probes.api.recording import Ending, Recording
from probes.api.stream import assemble
from probes.load.calibration import ClientCheck, calibrated, ideal_tok_s
from probes.load.mock.script import Timing, delta
from probes.load.truth import absolute_ms, client_error

GOOD = ClientCheck(
    concurrency=16,
    timing=Timing(0.05, 0.01, 64),
    tok_s=1490.0,
    ideal_tok_s=1506.0,
    ttft_err_p50_ms=0.8,
    ttft_err_p99_ms=2.0,
    itl_err_p50_ms=0.1,
    itl_err_p99_ms=0.5,
    mock_slip_p99_ms=0.9,
    cpu_share=0.2,
    cpu_s_per_1k_tok=0.02,
)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, ""),
        ({"tok_s": 1300.0}, "it reached 1300 of 1506 tok/s"),
        ({"ttft_err_p50_ms": 8.0}, "TTFT error was 8.0 ms"),
        ({"tok_s": 1300.0, "mock_slip_p99_ms": 20.0}, "too busy to tell"),
        ({"mock_slip_p99_ms": 20.0}, ""),
    ],
    ids=str,
)
def test_the_limit_is_said_in_words(change, words):
    limit = replace(GOOD, **change).limit
    assert (words in limit) if words else limit == ""


def test_the_ideal_loses_no_time():
    assert ideal_tok_s(64, Timing(0.05, 0.01, 64)) == pytest.approx(6023, abs=1)


def stamped(*pairs: tuple[float, float]) -> Recording:
    """Events as (arrival, stamp)."""
    chunks = [(at_s, delta(content="x").replace(b"@" * 17, b"%017.6f" % sent_s)) for at_s, sent_s in pairs]
    return Recording(10.0, 200, {"x-received-s": "10.5"}, chunks, Ending.CLOSED, 20.0)


def test_the_clients_error_is_what_it_reports_beyond_the_stamps():
    kept = stamped((12.0, 11.9), (13.1, 12.9))
    error = client_error(kept, assemble(kept))
    assert error.ttft_s == pytest.approx(2.0 - 1.4)
    assert error.gaps_s == pytest.approx((0.1,))


def test_a_stream_without_tokens_has_no_error_to_tell():
    kept = Recording(0.0, 200, {}, [], Ending.CLOSED, 1.0)
    assert client_error(kept, assemble(kept)) is None


def test_errors_lose_their_sign():
    assert absolute_ms([-0.002, 0.001]) == [1.0, 2.0]


async def test_the_client_measures_itself_on_a_mock_of_its_own():
    check = await calibrated(2, Timing(0.02, 0.002, 8))
    assert check.tok_s > 0
    assert check.ttft_err_p50_ms >= 0
