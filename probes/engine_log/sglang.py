"""What SGLang's log lines mean. Sources: a recorded start of late 2025 and its model_runner.py."""

from probes.engine_log.arguments import call
from probes.engine_log.events import (
    Arguments,
    GraphsDone,
    GraphsProgress,
    HttpUp,
    KvCache,
    LoadStarted,
    RankJoined,
    Started,
    Stopping,
    WeightsDone,
)
from probes.engine_log.rules import Rule, count, number, rule

GIB_PER_GB = 1.0
"""SGLang divides by 1 << 30 and writes GB (get_available_gpu_memory in its utils)."""

RULES: tuple[Rule, ...] = (
    rule(
        r"server_args=(ServerArgs\(.*\))",
        lambda _: Started("sglang", None),
        lambda m: Arguments(call(m[1])),
    ),
    rule(r"Init torch distributed begin", lambda _: RankJoined(None, None, False)),
    rule(r"Init torch distributed ends", lambda _: RankJoined(None, None, True)),
    rule(r"Load weight begin\.", lambda _: LoadStarted(None)),
    rule(
        r"Load weight end\.(?: elapsed=([\d.]+) s)?.*?(?:mem usage=([\d.]+) GB|$)",
        lambda m: WeightsDone(number(m[1]) if m[1] else None, number(m[2]) * GIB_PER_GB if m[2] else None),
    ),
    rule(
        r"KV Cache is allocated\.(?:.*?#tokens: (\d+))?(?:, K size: ([\d.]+) GB, V size: ([\d.]+) GB)?",
        lambda m: KvCache(
            tokens=count(m[1]) if m[1] else None,
            gib=(number(m[2]) + number(m[3])) * GIB_PER_GB if m[2] and m[3] else None,
        ),
    ),
    rule(
        r"max_total_num_tokens=(\d+),.*?context_len=(\d+)",
        lambda m: KvCache(tokens=count(m[1]), max_model_len=count(m[2])),
    ),
    rule(
        r"Capture \w+ graph begin\.",
        lambda _: GraphsProgress("cuda graph", 0, None, None, None),
    ),
    rule(
        r"Capture \w+ graph end\. Time elapsed: ([\d.]+) s(?:.*?mem usage=([\d.]+) GB)?",
        lambda m: GraphsDone(number(m[1]), number(m[2]) * GIB_PER_GB if m[2] else None),
    ),
    rule(r"The server is fired up and ready to roll!", lambda _: HttpUp()),
    rule(r"SIGTERM received\. signum=\d+", lambda m: Stopping(m.string.strip())),
)
