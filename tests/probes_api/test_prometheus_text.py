from hypothesis import given
from hypothesis import strategies as st

from probes.api.metrics import Sample, parse

TEXT = """\
# HELP vllm:num_requests_running Number of requests in model execution batches.
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{engine="0",model_name="tiny"} 2.0
vllm:num_requests_running{engine="1",model_name="tiny"} 1.0
vllm:time_to_first_token_seconds_sum{engine="0"} 3.0
vllm:time_to_first_token_seconds_count{engine="0"} 4.0
odd{path="C:\\\\x \\"y\\" }\\n"} 1e3 1700000000
up NaN
what is this
"""


def test_samples_sum_over_their_labels():
    assert parse(TEXT).total("vllm:num_requests_running") == 3.0


def test_a_histogram_has_a_mean():
    assert parse(TEXT).mean_of("vllm:time_to_first_token_seconds") == 0.75


def test_escapes_and_timestamps_are_read():
    assert parse(TEXT).named("odd") == (Sample("odd", {"path": 'C:\\x "y" }\n'}, 1000.0),)


def test_lines_that_are_no_samples_are_counted():
    assert parse(TEXT).unread_lines == 1


def test_an_absent_metric_is_none_not_zero():
    assert (parse("").total("up"), parse("").mean_of("x")) == (None, None)


@given(st.text())
def test_arbitrary_text_is_never_an_error(text):
    parse(text)


def test_a_histogram_has_a_mean_of_what_it_gained():
    later = parse(TEXT.replace('_sum{engine="0"} 3.0', '_sum{engine="0"} 9.0').replace("} 4.0", "} 6.0"))
    assert later.mean_since(parse(TEXT), "vllm:time_to_first_token_seconds") == 3.0


def test_a_histogram_that_gained_nothing_has_no_mean():
    assert parse(TEXT).mean_since(parse(TEXT), "vllm:time_to_first_token_seconds") is None
