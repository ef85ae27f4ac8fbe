"""SSE is split on bytes, wherever the network cuts it."""

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from probes.api.sse import SseParser, events_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
JSONS = st.dictionaries(TEXTS, TEXTS, max_size=3)


def cut(whole: bytes, places: list[int]) -> list[tuple[float, bytes]]:
    edges = sorted({0, len(whole), *(place % (len(whole) + 1) for place in places)})
    return [(float(end), whole[start:end]) for start, end in pairwise(edges)]


@given(st.lists(JSONS, max_size=5), st.lists(st.integers(0, 10_000)), st.sampled_from(["\n", "\r\n"]))
def test_any_cut_gives_the_same_events(bodies, places, line_end):
    texts = [json.dumps(body, ensure_ascii=False) for body in bodies]
    whole = "".join(f"data: {text}{line_end}{line_end}" for text in texts).encode()
    events, rest = events_of(cut(whole, places))
    assert [json.loads(event.data) for event in events] == bodies
    assert rest == b""


@given(st.lists(st.binary(max_size=60)))
def test_arbitrary_bytes_are_never_an_error(chunks):
    events_of([(0.0, chunk) for chunk in chunks])


def test_line_separators_inside_json_survive():
    events, _ = events_of([(0.0, 'data: {"x": "a\u2028b\u2029c\u0085d"}\n\n'.encode())])
    assert json.loads(events[0].data) == {"x": "a\u2028b\u2029c\u0085d"}


def test_an_event_arrives_with_its_last_byte():
    events, _ = events_of([(1.0, b"data: a"), (2.0, b"\n"), (3.0, b"\ndata: b\n\n")])
    assert [(event.data, event.at_s) for event in events] == [(b"a", 3.0), (b"b", 3.0)]


def test_data_lines_are_joined_and_other_fields_known():
    parser = SseParser()
    events = list(parser.feed(b"\xef\xbb\xbfevent: error\n: ping\nid: 7\ndata: a\ndata:b\n\n", 0.0))
    assert (events[0].data, events[0].event, parser.comments) == (b"a\nb", "error", 1)


def test_what_follows_the_last_whole_event_is_kept():
    assert events_of([(0.0, b'data: {}\n\ndata: {"cut')])[1] == b'data: {"cut'


def test_an_event_without_data_is_none():
    assert events_of([(0.0, b"event: ping\n\n: keep-alive\n\n")]) == ((), b"")
