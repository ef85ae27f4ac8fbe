import pytest

from probes.engine_log import Parser, Phase, fold, parse
from probes.engine_log.state import LogState

STARTS = {
    "vllm_0.22.1-cuda-ray-dummy-ok": ["rendezvous", "weights", "compile", "graphs", "serving"],
    "vllm_0.22.1-cuda-ray-tiny-ok": ["rendezvous", "weights", "compile", "graphs", "serving"],
    "vllm_0.32-cpu-ray-tp2-ok": ["rendezvous", "weights", "compile", "serving"],
    "vllm_0.32-cpu-ray-tp2-no-compiler": ["rendezvous", "weights", "compile", "serving"],
}


@pytest.mark.parametrize("name", STARTS)
def test_a_start_goes_through_its_phases_in_order(log, name):
    state = fold(parse(log(name)))
    assert [phase.value for phase, _ in state.entered] == STARTS[name]
    moments = [at for _, at in state.entered]
    assert moments == sorted(moments)


def test_figures_of_a_start_on_cuda(log):
    state = fold(parse(log("vllm_0.22.1-cuda-ray-dummy-ok")))
    assert (state.engine, state.version, state.url) == ("vllm", "0.22.1", "http://0.0.0.0:30000")
    assert (state.weights_gib, state.compile_s, state.graphs_s, state.ready_s) == (12.94, 25.17, 5.0, 37.4)
    assert (state.kv.tokens, state.kv.gib, state.kv.max_model_len) == (830880, 114.1, 4096)


def test_graph_memory_is_estimated_then_measured(log):
    assert fold(parse(log("vllm_kv_lines_019_gb10"))).graphs_gib == 0.31
    assert fold(parse(log("vllm_0.22.1-cuda-ray-dummy-ok"))).graphs_gib == 0.67


def test_newest_figures_are_kept(log):
    assert fold(parse(log("vllm_spark_ray_startup_then_serve"))).throughput.generation_tok_s == 11.6


def test_figures_of_a_start_on_the_cpu(log):
    state = fold(parse(log("vllm_0.32-cpu-ray-tp2-ok")))
    assert (state.world_size, state.ranks, state.graphs_absent is not None) == (2, {1}, True)
    assert state.ray_address == "172.30.7.22:6379"


def test_weights_and_whole_load_are_two_times(log):
    state = fold(parse(log("vllm_load_progress_v0_20s")))
    assert (state.weights_s, state.load_s, state.weights_gib) == (38.41, 45.118203, 14.24)


def test_an_orderly_end_is_not_serving(log):
    state = fold(parse(log("vllm_0.32-cpu-ray-tp2-ok")))
    assert (state.phase, state.is_serving) == (Phase.SERVING, False)


SENTENCES = [
    ("vllm_spark_ray_startup_then_serve", "HTTP server up"),
    ("ray_oom_gb10_load_stall", "loading weights: 24 of 46 shards, 6.3 s a shard, 2 min 19 s left"),
    ("sglang_dist_init_then_load", "loading weights: 2 of 4 shards, 0.6 s a shard, 1 s left"),
    ("vllm_load_progress_slow_npu_two_prefixes", "weights loaded in 1 h 5 min"),
    ("vllm_kv_lines_019_gb10", "warming up, KV cache of 412,672 tokens"),
    ("vllm_capture_advice_is_not_oom", "capturing graphs"),
]


@pytest.mark.parametrize(("name", "sentence"), SENTENCES)
def test_progress_is_a_sentence(log, name, sentence):
    assert fold(parse(log(name))).progress == sentence


def test_placement_wait_is_told_and_ends():
    waiting = fold(parse("Waiting for creating a placement group of specs for 310 seconds. specs=[]\n"))
    assert waiting.progress == "Ray has not given the GPUs for 310 s"
    met = fold(parse("rank 0 in world size 2 is assigned as DP rank 0\n"), waiting)
    assert met.progress == "1 of 2 ranks seen to have met"


def bar(done, total):
    return f"Loading safetensors checkpoint shards:  5% Completed | {done}/{total} [00:01<00:01,  1.00s/it]\n"


def test_a_second_bar_is_a_drafter():
    state = fold(parse(bar(1, 2) + bar(2, 2) + bar(1, 4)))
    assert state.progress == "loading weights of model 2: 1 of 4 shards, 1.0 s a shard, 1 s left"


def test_the_slowest_process_counts():
    state = fold(parse("(A pid=1) " + bar(3, 4) + "(B pid=2) " + bar(1, 4)))
    assert (state.weights.source, state.weights.done, state.bar_number) == ("B", 1, 1)


def test_a_process_is_the_same_with_and_without_its_address():
    state = fold(
        parse("(RayWorkerProc pid=9, ip=172.30.7.23) " + bar(0, 3) + "(RayWorkerProc pid=9) " + bar(3, 3))
    )
    assert (state.weights.done, state.bar_number) == (3, 1)


def test_a_new_process_starts_afresh(log):
    data = log("vllm_0.22.1-cuda-ray-tiny-ok")
    state = fold(parse(data + data[: data.index(b"Starting to load")]))
    assert (state.restarts, state.phase, state.is_stopping) == (1, Phase.RENDEZVOUS, False)


def test_the_fold_can_go_on_where_it_stood(log):
    data = log("vllm_0.32-cpu-ray-tp2-ok")
    parser, state = Parser(), LogState()
    for start in range(0, len(data), 1000):
        state = fold(parser.feed(data[start : start + 1000]), state)
    assert fold(parser.close(), state) == fold(parse(data))
