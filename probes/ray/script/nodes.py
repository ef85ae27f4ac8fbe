"""Runs inside a Ray container: prints the cluster's nodes as one line of JSON after a mark.

Arguments: address of the GCS (host:port), deadline in seconds. Stands alone: only Ray and the standard
library are there. Ray 2.9 to 2.60 by the GCS client; others by a driver and `ray.nodes()`.
"""

from __future__ import annotations

import json
import signal
import sys
from typing import Any

MARK = "firstlight-ray "
ALIVE = 0
Told = dict[str, Any]


def main(address: str, deadline_s: int) -> None:
    signal.alarm(deadline_s)  # its default action ends even a call that holds the interpreter
    try:
        told = by_gcs(address, deadline_s)
    except (ImportError, AttributeError, TypeError):
        told = by_driver(address)
    print(MARK + json.dumps(told), flush=True)


def by_gcs(address: str, deadline_s: int) -> Told:
    from ray._raylet import GcsClient  # type: ignore[import-not-found]  # noqa: PLC0415

    client = GcsClient(address=address)
    infos = client.get_all_node_info(timeout=deadline_s)
    infos = infos[0] if isinstance(infos, tuple) else infos
    told = {"nodes": [node(info) for info in infos.values()], "source": "gcs"}
    return {**told, **metadata(client), **resource_state(client)}


def node(info: Any) -> Told:
    return {
        "node_id": info.node_id.hex(),
        "address": info.node_manager_address,
        "alive": info.state == ALIVE,
        "is_head": bool(getattr(info, "is_head_node", False)),
        "resources": dict(info.resources_total),
        "message": info.death_info.reason_message
        if info.state != ALIVE and hasattr(info, "death_info")
        else "",
    }


def metadata(client: Any) -> Told:
    kept = client.internal_kv_get(b"CLUSTER_METADATA", b"cluster") or b"{}"
    known = json.loads(kept)
    return {name: known.get(name) for name in ("ray_version", "python_version")}


def resource_state(client: Any) -> Told:
    if not hasattr(client, "get_cluster_resource_state"):
        return {}
    from ray.core.generated import autoscaler_pb2  # type: ignore[import-not-found]  # noqa: PLC0415

    reply = autoscaler_pb2.GetClusterResourceStateReply.FromString(client.get_cluster_resource_state())
    state = reply.cluster_resource_state
    return {"gpus_used": sum(gpus_used(node) for node in state.node_states), "pending": pending(state)}


def gpus_used(node: Any) -> float:
    return float(node.total_resources.get("GPU", 0) - node.available_resources.get("GPU", 0))


def pending(state: Any) -> list[str]:
    asked = [str(dict(each.request.resources_bundle)) for each in state.pending_resource_requests]
    return asked + [gang(each) for each in state.pending_gang_resource_requests]


def gang(request: Any) -> str:
    selectors = getattr(request, "bundle_selectors", ())
    bundles = list(request.requests) or [
        each for selector in selectors for each in selector.resource_requests
    ]
    return "placement group " + ", ".join(str(dict(bundle.resources_bundle)) for bundle in bundles)


def by_driver(address: str) -> Told:
    import ray  # type: ignore[import-not-found]  # noqa: PLC0415

    ray.init(address=address, log_to_driver=False, configure_logging=False)
    total, free = ray.cluster_resources(), ray.available_resources()
    return {
        "nodes": [driver_node(each) for each in ray.nodes()],
        "gpus_used": total.get("GPU", 0) - free.get("GPU", 0),
        "ray_version": ray.__version__,
        "python_version": ".".join(map(str, sys.version_info[:3])),
        "source": "driver",
    }


def driver_node(each: Any) -> Told:
    return {
        "node_id": each["NodeID"],
        "address": each["NodeManagerAddress"],
        "alive": each["Alive"],
        "is_head": "node:__internal_head__" in each["Resources"],
        "resources": each["Resources"],
    }


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
