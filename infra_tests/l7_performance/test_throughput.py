"""The deployment is as fast as declared, measured by a closed loop of streamed requests."""

from fixtures.marks import loads
from probes.judgements.throughput import Floor, are_rising, judge


@loads
async def test_every_request_succeeds(measured):
    """No request failed at any level of concurrency.

    Remedy: the kinds of failure are named; see the engine's log at that time.
    """
    assert {row.concurrency: row.failures for row in measured if row.failures} == {}


@loads
async def test_throughput_is_above_its_floor(measured, floor):
    """The lower end of the interval over the repeats reaches the declared tok/s; TTFT stays below its limit.

    Remedy: compare with the roofline: power, clocks, a fabric that fell back to sockets, a foreign load.
    """
    assert judge(measured, Floor(floor.concurrency, floor.min_tok_s, floor.max_ttft_s)).fault == ""


@loads
async def test_throughput_rises_with_concurrency(measured):
    """More requests at once give no fewer tokens per second, within the spread.

    Remedy: a queue, a lock or a quota stands between the requests and the GPU.
    """
    assert are_rising(measured) == ""
