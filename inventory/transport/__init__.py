"""How nodes are reached: one transport a node, chosen from what the cluster file says."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from inventory.cluster import Cluster, Node
from inventory.errors import FirstlightError
from inventory.transport import reactor
from inventory.transport.base import Endpoint, Transport
from inventory.transport.local import LocalTransport
from inventory.transport.quoting import quoted
from inventory.transport.result import Outcome, Result
from inventory.transport.ssh import SshTransport

__all__ = [
    "Endpoint",
    "LocalTransport",
    "Outcome",
    "Result",
    "SshTransport",
    "Transport",
    "connect",
    "parallel",
    "quoted",
    "run_everywhere",
    "transport_of",
]

T = TypeVar("T")


def transport_of(cluster: Cluster, node: Node) -> Transport:
    """The transport the file declares for the node; nothing is connected yet."""
    sudo = "sudo -n " if node.sudo else ""
    if node.pct:
        shell = f"exec {sudo}pct exec {node.pct.id} -- sh"
        return _ssh(cluster, node.name, node.pct.hypervisor, shell)
    assert node.ssh is not None
    if node.ssh == "local":
        return LocalTransport(node.name, sudo=node.sudo)
    return _ssh(cluster, node.name, node.ssh, f"exec {sudo}sh")


def _ssh(cluster: Cluster, name: str, destination: str, shell: str) -> Transport:
    options = cluster.ssh
    return SshTransport(
        name, destination, config=options.config, connect_timeout_s=options.connect_timeout_s, shell=shell
    )


def connect(cluster: Cluster) -> dict[str, Transport]:
    """A transport for every node, by name; each connects at its first command."""
    return {node.name: transport_of(cluster, node) for node in cluster.nodes}


def run_everywhere(
    nodes: Mapping[str, Transport], commands: Mapping[str, str], *, timeout_s: float
) -> dict[str, Result]:
    """One command a node, all at once, on one thread. Keys of `commands` are names in `nodes`."""

    async def ask() -> list[Result]:
        runs = (nodes[name].arun(command, timeout_s=timeout_s) for name, command in commands.items())
        return await asyncio.gather(*runs)

    return dict(zip(commands, reactor.call(ask()), strict=True))


def parallel(thunks: Mapping[str, Callable[[], T]]) -> dict[str, T | FirstlightError]:
    """Every thunk's value by name, run at once; an error of ours is returned in the value's place."""

    def guarded(thunk: Callable[[], T]) -> T | FirstlightError:
        try:
            return thunk()
        except FirstlightError as error:
            return error

    if not thunks:
        return {}
    with ThreadPoolExecutor(max_workers=len(thunks)) as pool:
        return dict(zip(thunks, pool.map(guarded, thunks.values()), strict=True))
