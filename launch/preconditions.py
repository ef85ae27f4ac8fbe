"""What must hold before the cluster is changed, each with the error that says what to do."""

from inventory.cluster import Cluster
from inventory.errors import BadInput, LaunchFailed, Refused
from launch.found import Found

LAUNCHED = ("vllm",)
SUPERVISORS = ("docker", "systemd")


def require_declared(cluster: Cluster) -> None:
    """Raises BadInput for a file that says what to verify and not what to launch, or how we cannot."""
    _require_sections(cluster)
    _require_means(cluster)


def _require_sections(cluster: Cluster) -> None:
    missing = [name for name in ("container", "engine") if getattr(cluster, name) is None]
    if missing or not cluster.nodes:
        raise BadInput(
            "a cluster file that declares what to launch",
            f"{cluster.name} declares no [{missing[0] if missing else '[node]'}]",
            "add it to the file; `verify` and `smoke` work without",
        )


def _require_means(cluster: Cluster) -> None:
    if cluster.engine and cluster.engine.kind not in LAUNCHED:
        raise BadInput(
            f"an engine that can be launched: {', '.join(LAUNCHED)}",
            f"kind {cluster.engine.kind}",
            "start it by its own means; `verify` and `smoke` work without",
        )
    if cluster.container and cluster.container.supervisor not in SUPERVISORS:
        raise BadInput(
            f"a supervisor that can be set up: {', '.join(SUPERVISORS)}",
            f"supervisor {cluster.container.supervisor}",
            "change it in the file",
        )
    off_fabric = [node.name for node in cluster.nodes if not node.fabric]
    if off_fabric and cluster.engine and cluster.engine.executor == "ray":
        raise BadInput(
            "a fabric address for every node that Ray runs on",
            f"{off_fabric[0]} declares none, and Ray takes loopback for another address",
            'declare its fabric address, or executor = "mp"',
        )


def refuse_strangers(cluster: Cluster, found: Found) -> None:
    """Raises Refused when a foreign container bears our name: it is named, and left alone."""
    for node in found.nodes:
        for container in found.in_the_way(cluster, node):
            raise Refused(
                f"the name {container.name} free on {node}",
                f"a container of that name that this deployment did not make ({container.image})",
                f"declare it under [stale] containers, or remove it: docker rm -f {container.name}",
            )


def require_consent(cluster: Cluster, stale: tuple[str, ...], *, consent: bool) -> None:
    """Raises Refused when something stale is there and nobody agreed to its eviction."""
    if stale and not (consent or cluster.allow_evict):
        raise Refused(
            "a consent to evict what is declared stale",
            f"{len(stale)} stale things, the first: {stale[0]}",
            "look at `python -m launch plan`, then give --yes, or allow_evict = true in the cluster file",
            stale,
        )


def require_gone(left: tuple[str, ...]) -> None:
    """Raises LaunchFailed when something declared stale is still there, or came back."""
    if left:
        raise LaunchFailed(
            "everything declared stale gone", left[0], "see what brings it back", left, phase="evict"
        )
