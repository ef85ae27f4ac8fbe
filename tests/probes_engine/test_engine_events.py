from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from probes.engine_log import Parser, parse
from probes.engine_log.events import (
    Arguments,
    GraphsAbsent,
    GraphsProgress,
    KvCache,
    Problem,
    Request,
    Throughput,
    WeightsProgress,
)

PIECES = st.sampled_from(
    [
        b"(Worker_TP0 pid=5) \r",
        b"\x1b[36m(RayWorkerProc pid=9, ip=172.30.7.22)\x1b[0m ",
        b"Loading safetensors checkpoint shards:  50% Completed | 1/2 [00:27<00:27, 27.80s/it]",
        "Capturing CUDA graphs (decode, FULL):  24%|██▎ | 12/51 [00:00<00:01, 33.41it/s]".encode(),
        b"INFO 11-30 23:40:33 [k.py:2] GPU KV cache size: 4,194 tokens",
        b"INFO:     Application startup complete.",
        b"\n",
        b"\r\n",
        b"\r",
        b"\xe2\x96",
        b"ValueError: no\n",
    ]
)


def of(kind, events):
    return [event for event in events if isinstance(event, kind)]


def test_arguments_of_vllm_are_python_values(log):
    (said,) = of(Arguments, parse(log("vllm_0.32-cpu-ray-tp2-ok")))
    assert said.values["tensor_parallel_size"] == 2
    assert said.values["served_model_name"] == ["tiny"]
    assert said.values["distributed_executor_backend"] == "ray"


def test_arguments_that_are_no_python_keep_their_plain_pairs():
    (said,) = parse(
        "INFO [a.py:1] non-default args: {'port': 30000, 'mode': <Mode.NONE: 0>, 'model': '/m'}\n"
    )
    assert said.values == {"port": 30000, "model": "/m"}


def test_arguments_of_sglang():
    started, said = parse("[2026-01-19 20:05:31] server_args=ServerArgs(model_path='/m', tp_size=2, x=Y())\n")
    assert (started.engine, said.values) == ("sglang", {"model_path": "/m", "tp_size": 2, "x": "Y()"})


def test_shards_with_the_prefix_on_the_line_before(log):
    bars = of(WeightsProgress, parse(log("vllm_load_progress_prefix_then_newline")))
    assert [(b.source, b.done, b.total) for b in bars] == [("Worker_TP0", n, 2) for n in range(3)]
    assert (bars[0].shard_s, bars[1].shard_s, bars[1].left_s) == (None, 27.8, 27)


def test_hours_are_understood(log):
    bars = of(WeightsProgress, parse(log("vllm_load_progress_slow_npu_two_prefixes")))
    assert (bars[0].left_s, bars[1].elapsed_s) == (3801, 3878)


def test_other_loaders_and_rates():
    (bar,) = parse(
        "Loading safetensors using Fastsafetensor loader:  33% Completed | 1/3 [00:01<00:02,  2.00it/s]\n"
    )
    assert (bar.done, bar.total, bar.shard_s) == (1, 3, 0.5)
    (bar,) = parse(
        "Multi-thread loading shards:  33% Completed | 1/3 [00:01<00:02,  1.5s/it, Materializing=1]\n"
    )
    assert bar.shard_s == 1.5
    assert parse("Downloading x: 24%|██▎ | 12/51 [00:00<00:01, 33.41it/s]\n") == ()


def test_graphs_are_counted_in_two_kinds(log):
    bars = of(GraphsProgress, parse(log("vllm_0.22.1-cuda-ray-dummy-ok")))
    assert {b.label.partition(" (")[2] for b in bars} == {"mixed prefill-decode, PIECEWISE)", "decode, FULL)"}
    assert (bars[-1].done, bars[-1].total) == (51, 51)
    assert {b.source for b in bars} == {"Worker", "RayWorkerProc"}


def test_no_graphs_are_said_to_be_absent(log):
    assert of(GraphsAbsent, parse(log("vllm_0.32-cpu-ray-tp2-ok")))


def test_kv_cache_on_one_line_and_on_two(log):
    assert of(KvCache, parse(log("vllm_0.32-cpu-ray-tp2-ok")))[0].concurrency == 2048.0
    kinds = [(k.tokens, k.gib, k.concurrency) for k in of(KvCache, parse(log("vllm_kv_lines_019_gb10")))]
    assert kinds == [(None, 41.27, None), (412672, None, None), (None, None, 3.15)]


def test_requests_and_throughput(log):
    events = parse(log("vllm_spark_ray_startup_then_serve"))
    (request,) = of(Request, events)
    assert (request.method, request.path, request.status) == ("POST", "/v1/chat/completions", 200)
    (figures,) = of(Throughput, events)
    assert (figures.generation_tok_s, figures.kv_usage, figures.hit_rate) == (11.6, 0.004, 0.0)


def test_errors_are_their_last_lines_and_no_frames(log):
    texts = [p.text for p in of(Problem, parse(log("vllm_0.32-cpu-ray-tp2-no-compiler")))]
    assert any("InvalidCxxCompiler" in text for text in texts)
    assert not any(text.startswith("File ") for text in texts)


def test_advice_is_no_error(log):
    assert of(Problem, parse(log("vllm_capture_advice_is_not_oom"))) == []


def test_an_unfinished_bar_shows_before_its_line_ends():
    parser = Parser()
    assert (
        parser.feed("Loading safetensors checkpoint shards:  50% Completed | 1/2 [00:27<00:27, 27.80s/it]")
        == ()
    )
    assert [event.done for event in parser.pending()] == [1]
    assert [event.done for event in parser.close()] == [1]


@given(st.lists(PIECES, max_size=12).map(b"".join), st.lists(st.integers(0, 400), max_size=6))
def test_any_cut_gives_the_same_events(data, cuts):
    parser = Parser()
    ends = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    parts = [data[start:end] for start, end in pairwise(ends)]
    events = [event for part in parts for event in parser.feed(part)]
    assert (*events, *parser.close()) == parse(data)


@given(st.binary(max_size=300), st.integers(0, 300))
def test_any_bytes_can_be_cut_anywhere(data, cut):
    parser = Parser()
    assert (*parser.feed(data[:cut]), *parser.feed(data[cut:]), *parser.close()) == parse(data)


@given(st.text(max_size=400))
def test_any_text_can_be_read(text):
    parse(text)


KEYS = [
    "non-default args: {",
    "ServerArgs(",
    "server_args=",
    "'a': ",
    "1",
    "<",
    ")",
    "}",
    "took ",
    "1.2.3",
    " s",
    "KV cache size: ",
    ",",
]


@given(st.lists(st.sampled_from(KEYS), max_size=12).map("".join))
def test_torn_lines_can_be_read(text):
    parse(text)
