"""What vLLM's log lines mean: 0.8 to 0.33, CPU and CUDA, executors ray and mp.

Sources: recorded logs of 0.8, 0.11, 0.17, 0.22.1 and 0.32.0, and the installed engines' own sources.
"""

from probes.engine_log.arguments import mapping
from probes.engine_log.events import (
    Arguments,
    Compile,
    EngineReady,
    GraphsAbsent,
    GraphsDone,
    GraphsEstimated,
    GraphsProgress,
    KvCache,
    Listening,
    LoadStarted,
    PlacementWait,
    RankJoined,
    RayConnected,
    Started,
    Stopping,
    Throughput,
    Version,
    WeightsDone,
)
from probes.engine_log.rules import Rule, count, number, rule

RULES: tuple[Rule, ...] = (
    rule(r"[█▀▄ ]+version (\d\S+)\s*$", lambda m: Started("vllm", m[1])),
    rule(r"vLLM API server version (\d\S+)", lambda m: Started("vllm", m[1])),
    rule(r"Initializing an? (?:V\d )?LLM engine \(v(\d[^)\s]*)\)", lambda m: Version("vllm", m[1])),
    rule(r"non-default args: (\{.*\})", lambda m: Arguments(mapping(m[1]))),
    rule(
        r"Waiting for creating a placement group of specs for (\d+) seconds",
        lambda m: PlacementWait(number(m[1])),
    ),
    rule(
        r"world_size=(\d+) rank=(\d+) local_rank=\d+", lambda m: RankJoined(count(m[2]), count(m[1]), False)
    ),
    rule(
        r"rank (\d+) in world size (\d+) is assigned as", lambda m: RankJoined(count(m[1]), count(m[2]), True)
    ),
    rule(r"Starting to load model (\S+?)(?:\.\.\.)?$", lambda m: LoadStarted(m[1])),
    rule(r"Loading weights took ([\d.]+) seconds", lambda m: WeightsDone(number(m[1]), None)),
    rule(
        r"(?:Model loading|Loading model weights) took ([\d.]+) Gi?B(?: memory)?(?: and ([\d.]+) seconds)?",
        lambda m: WeightsDone(None, number(m[1]), number(m[2]) if m[2] else None),
    ),
    rule(r"torch\.compile (?:takes|took) ([\d.]+) s in total", lambda m: Compile(number(m[1]))),
    rule(
        r"Dynamo bytecode transform time|Compiling a graph for|Cache the graph|Start compiling function"
        r"|(?:Directly load|Loading) the compiled graph|Using cache directory: .* for vLLM's torch\.compile",
        lambda _: Compile(None),
    ),
    rule(r"Estimated CUDA graph memory: ([\d.]+) GiB", lambda m: GraphsEstimated(number(m[1]))),
    rule(r"Enforce eager set|CUDA graph is not supported", lambda m: GraphsAbsent(m.string.strip())),
    rule(r"Capturing cudagraphs for decoding", lambda _: GraphsProgress("cudagraphs", 0, None, None, None)),
    rule(
        r"Graph capturing finished in ([\d.]+) secs?(?:, took ([\d.]+) GiB)?",
        lambda m: GraphsDone(number(m[1]), number(m[2]) if m[2] else None),
    ),
    rule(r"Available KV cache memory: (-?[\d.]+) GiB", lambda m: KvCache(gib=number(m[1]))),
    rule(r"Explicitly set \(([\d.]+)/[\d.]+\) GiB for KV cache", lambda m: KvCache(gib=number(m[1]))),
    rule(
        r"KV cache size: ([\d,]+) tokens"
        r"(?:, Maximum concurrency for ([\d,]+) tokens per request: ([\d.]+)x)?",
        lambda m: KvCache(
            tokens=count(m[1]),
            max_model_len=count(m[2]) if m[2] else None,
            concurrency=number(m[3]) if m[3] else None,
        ),
    ),
    rule(
        r"Maximum concurrency for ([\d,]+) tokens per request: ([\d.]+)x",
        lambda m: KvCache(max_model_len=count(m[1]), concurrency=number(m[2])),
    ),
    rule(r"init engine \([^)]*\) took ([\d.]+) s", lambda m: EngineReady(number(m[1]))),
    rule(r"Starting vLLM (?:API )?server(?: \d+)? on (https?://\S+)", lambda m: Listening(m[1])),
    rule(
        r"Avg prompt throughput: ([\d.]+) tokens/s, Avg generation throughput: ([\d.]+) tokens/s, "
        r"Running: (\d+) reqs?,.*?Waiting: (\d+) reqs?,.*?KV cache usage: ([\d.]+)%"
        r"(?:.*?Prefix cache hit rate: ([\d.]+)%)?",
        lambda m: Throughput(
            number(m[1]),
            number(m[2]),
            count(m[3]),
            count(m[4]),
            number(m[5]) / 100,
            number(m[6]) / 100 if m[6] else None,
        ),
    ),
    rule(
        r"\[shutdown\] API server: shutdown triggered|Shutdown initiated|Shutting down FastAPI",
        lambda m: Stopping(m.string.strip()),
    ),
)

RAY: tuple[Rule, ...] = (
    rule(
        r"Connecting to existing Ray cluster at address: (\S+?)(?:\.\.\.)?$",
        lambda m: RayConnected(m[1]),
    ),
    rule(r"Connected to Ray cluster\.", lambda _: RayConnected(None)),
)
