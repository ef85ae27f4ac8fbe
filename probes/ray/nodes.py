"""`ray list nodes`, as JSON or as a table (both need Ray's dashboard)."""

import json
import re
from collections.abc import Mapping
from typing import Any

from probes.facts.reading import Reading
from probes.ray.cluster import HEAD_RESOURCE, RayNode
from probes.ray.tables import rows

TOOL = "ray list nodes"
_UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}


def parse_json(reading: Reading) -> tuple[RayNode, ...]:
    """The nodes of `ray list nodes --format json`. Raises NotUnderstood for anything else."""
    text = reading.require("ray").stdout
    start = text.find("[")
    try:
        return tuple(_node(entry) for entry in json.loads(text[max(start, 0) :]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise reading.not_understood(f"{TOOL} --format json") from error


def parse_table(reading: Reading) -> tuple[RayNode, ...]:
    """The nodes of the table of `ray list nodes`. Raises NotUnderstood for anything else."""
    try:
        return tuple(_row(row) for row in rows(reading, TOOL))
    except KeyError as error:
        raise reading.not_understood(TOOL) from error


def _node(entry: Mapping[str, Any]) -> RayNode:
    return _made(entry, entry["node_ip"], entry["state"], entry.get("resources_total") or {})


def _row(row: Mapping[str, str]) -> RayNode:
    pairs = (line.rpartition(": ") for line in row["RESOURCES_TOTAL"].splitlines())
    resources = {name: amount for name, _, amount in pairs if name}
    entry = {
        "node_id": row["NODE_ID"],
        "is_head_node": row["IS_HEAD_NODE"] == "True",
        "state_message": row.get("STATE_MESSAGE"),
    }
    return _made(entry, row["NODE_IP"], row["STATE"], resources)


def _made(entry: Mapping[str, Any], address: Any, state: Any, resources: Mapping[str, Any]) -> RayNode:
    amounts = {str(name): _amount(value) for name, value in resources.items()}
    return RayNode(
        address=str(address),
        alive=state == "ALIVE",
        is_head=bool(entry.get("is_head_node")) or HEAD_RESOURCE in amounts,
        gpus=amounts.get("GPU", 0.0),
        cpus=amounts.get("CPU", 0.0),
        node_id=str(entry.get("node_id") or ""),
        message=str(entry.get("state_message") or ""),
        resources=amounts,
    )


def _amount(value: Any) -> float:
    """A resource's amount; memory is written with its unit and is given in bytes."""
    match = re.match(r"\s*(\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?)\s*([KMGT]?i?B)?", str(value))
    return float(match[1]) * _UNITS.get(match[2] or "", 1) if match else 0.0


def parse(reading: Reading) -> tuple[RayNode, ...]:
    """The nodes in either format. Raises NotUnderstood for anything else."""
    text = reading.stdout.lstrip()
    return (parse_json if text.startswith("[") else parse_table)(reading)


PARSERS = {"ray_nodes": lambda text: parse(Reading(0, text))}
