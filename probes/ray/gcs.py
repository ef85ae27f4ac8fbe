"""Ray's own table of nodes, read from its GCS without the dashboard: script, command, parser.

The script runs in the container with the container's Python. `ray list nodes` would need the dashboard,
and takes 40 to 60 s when the head is gone; this asks once and gives up after its own deadline.

Seen with Ray 2.60: a raylet killed by SIGKILL is still alive here after 9 s and dead after 20 s (missed
health checks). The fact `raylets` shows it at once.
"""

import json
import re
import shlex
from importlib.resources import files
from typing import Any

from inventory.errors import CannotTell, NotUnderstood
from probes.facts.reading import Reading
from probes.ray.cluster import HEAD_RESOURCE, RayCluster, RayNode

SCRIPT = files(__package__).joinpath("script/nodes.py").read_text("utf-8")
"""Prints one line of JSON; arguments: address of the GCS, deadline in seconds."""

VERSIONS_SCRIPT = files(__package__).joinpath("script/versions.py").read_text("utf-8")
"""Prints {"ray": …, "python": …} of the Python that runs it, without importing Ray."""

MARK = "firstlight-ray "
UNREACHABLE = re.compile(
    r"[Tt]imed out|RpcError|Unavailable|[Ff]ailed to connect|Deadline|ConnectionError|Alarm clock"
)


def command(container: str, address: str, *, python: str = "python3", deadline_s: int = 5) -> str:
    """The shell command that reads the nodes of the GCS at `address` (host:port) inside a container."""
    words = ("docker", "exec", container, python, "-c", SCRIPT, address, str(deadline_s))
    return shlex.join(words)


def versions_command(container: str, *, python: str = "python3") -> str:
    """The shell command that reads the versions of Ray and Python inside a container."""
    return shlex.join(("docker", "exec", container, python, "-c", VERSIONS_SCRIPT))


def parse(reading: Reading) -> RayCluster:
    """The cluster of the script's output.

    Raises TimedOut and ToolMissing as `Reading.require`, CannotTell when no GCS answered,
    NotUnderstood for anything else.
    """
    said = _marked(reading.require("the Ray container"))
    if said is None:
        raise _no_answer(reading)
    try:
        return _cluster(json.loads(said))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise reading.not_understood("the Ray nodes script") from error


def parse_versions(reading: Reading) -> tuple[str | None, str]:
    """Versions of Ray (None: not installed) and Python. Raises as `parse`."""
    said = _marked(reading.require("the Ray container"))
    try:
        data = json.loads(said or "")
        return (None if data["ray"] is None else str(data["ray"])), str(data["python"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise reading.not_understood("the Ray versions script") from error


def _marked(reading: Reading) -> str | None:
    lines = (line for line in reading.stdout.splitlines() if line.startswith(MARK))
    return next((line.removeprefix(MARK) for line in lines), None)


def _no_answer(reading: Reading) -> CannotTell:
    lines = tuple((reading.stderr or reading.stdout).strip().splitlines())
    if reading.status in (142, -14) or any(UNREACHABLE.search(line) for line in lines):
        return CannotTell(
            "the nodes of the Ray cluster",
            "no answer of its GCS",
            "look at the head's container and at the port of its GCS (6379)",
            lines[-5:],
        )
    if lines and lines[-1].startswith(("Error", "error")):
        return CannotTell(
            "the nodes of the Ray cluster", lines[-1], "see that the container runs", lines[-5:]
        )
    return NotUnderstood(
        "the nodes of the Ray cluster",
        lines[-1] if lines else "nothing",
        "run the script by hand",
        lines[-20:],
    )


def _cluster(data: dict[str, Any]) -> RayCluster:
    nodes = tuple(_node(node) for node in data["nodes"])
    used = data.get("gpus_used")
    return RayCluster(
        nodes,
        sum(node.gpus for node in nodes if node.alive),
        None if used is None else float(used),
        tuple(str(waiting) for waiting in data.get("pending", ())),
        data.get("ray_version"),
        data.get("python_version"),
    )


def _node(data: dict[str, Any]) -> RayNode:
    resources = {str(name): float(amount) for name, amount in data["resources"].items()}
    return RayNode(
        address=str(data["address"]),
        alive=bool(data["alive"]),
        is_head=bool(data["is_head"]) or HEAD_RESOURCE in resources,
        gpus=resources.get("GPU", 0.0),
        cpus=resources.get("CPU", 0.0),
        node_id=str(data.get("node_id", "")),
        message=str(data.get("message", "")),
        resources=resources,
    )


PARSERS = {"ray_gcs": lambda text: parse(Reading(0, text))}
