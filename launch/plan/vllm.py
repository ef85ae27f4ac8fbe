"""The command line of vLLM's server (`vllm serve`, 0.17 to 0.33)."""

from pathlib import PurePosixPath

from inventory.cluster import Cluster, Node
from launch.plan.environment import address_of


def serve(cluster: Cluster) -> tuple[str, ...]:
    """The head's server process. Flags that the file does not declare are left to vLLM."""
    engine = cluster.engine
    assert engine is not None
    valued = {
        "--host": "0.0.0.0",  # noqa: S104  the API is what the cluster is for
        "--port": engine.port,
        "--tensor-parallel-size": engine.tensor_parallel,
        "--distributed-executor-backend": engine.executor,
        "--gpu-memory-utilization": engine.gpu_memory_utilization,
        "--max-model-len": engine.max_model_len,
        "--served-model-name": engine.served_name,
        "--revision": engine.revision,
        "--reasoning-parser": engine.reasoning_parser,
        "--tool-call-parser": engine.tool_parser,
    }
    flags = [word for flag, value in valued.items() if value is not None for word in (flag, str(value))]
    automatic = ["--enable-auto-tool-choice"] if engine.tool_parser else []
    return (program(cluster, "vllm"), "serve", engine.model, *flags, *automatic, *engine.args)


def ranks(cluster: Cluster, node: Node) -> tuple[str, ...]:
    """The flags of one of several hosts without Ray (executor `mp`)."""
    if len(cluster.nodes) == 1:
        return ()
    ordered = [one.name for one in (cluster.head, *cluster.workers)]
    number = ordered.index(node.name)
    placed = ("--nnodes", str(len(ordered)), "--node-rank", str(number))
    master = ("--master-addr", address_of(cluster, cluster.head))
    return (*placed, *master, *(("--headless",) if number else ()))


def program(cluster: Cluster, name: str) -> str:
    """A program of the engine's installation: beside the declared command where that is a path."""
    assert cluster.engine is not None
    command = cluster.engine.command
    if name == "vllm":
        return command
    return str(PurePosixPath(command).with_name(name)) if "/" in command else name
