"""Is a model whole on a node, and the same on all?

Sizes come first and cost nothing: a shard that is missing or cut off shows in the index and in its own
header. One altered byte shows only in hashes. Findings are sentences; () means that nothing was found.
"""

from collections.abc import Mapping
from itertools import chain

from probes.facts.weights import Weights

Hashes = Mapping[str, str]
POINTER_BYTES = 200
"""A git-lfs pointer is a text of about 130 bytes in the place of a file (git-lfs specification)."""


def problems(weights: Weights, hashes: Hashes | None = None) -> tuple[str, ...]:
    """What is wrong with one node's folder by its own index, headers and recorded hashes."""
    if not weights.exists:
        return ("the model's folder is not there",)
    return tuple(chain(_missing(weights), _cut(weights), _altered(weights, hashes or {})))


def differences(nodes: Mapping[str, Weights]) -> dict[str, dict[str, int | None]]:
    """Files whose size is not the same on all nodes: size in bytes by node, None where there is none."""
    paths = sorted(set(chain.from_iterable(one.sizes for one in nodes.values())))
    sizes = {path: {name: one.sizes.get(path) for name, one in nodes.items()} for path in paths}
    return {path: by_node for path, by_node in sizes.items() if len(set(by_node.values())) > 1}


def altered(nodes: Mapping[str, Hashes]) -> dict[str, dict[str, str | None]]:
    """Files whose hash is not the same on all nodes: SHA-256 by node, None where there is none."""
    paths = sorted(set(chain.from_iterable(nodes.values())))
    digests = {path: {name: one.get(path) for name, one in nodes.items()} for path in paths}
    return {path: by_node for path, by_node in digests.items() if len(set(by_node.values())) > 1}


def revisions(nodes: Mapping[str, Weights], declared: str | None = None) -> dict[str, str | None]:
    """Recorded revision by node where they disagree, or where one is not the declared; {} otherwise."""
    found = {name: one.revision for name, one in nodes.items()}
    wanted = {declared} if declared else set(found.values())
    return found if len(wanted) > 1 or (declared and set(found.values()) != wanted) else {}


def _missing(weights: Weights) -> list[str]:
    if not weights.shards and not weights.promised:
        return ["there is neither an index nor a safetensors file"]
    return [f"{shard} is missing" for shard in weights.shards if shard not in weights.sizes]


def _cut(weights: Weights) -> list[str]:
    return [
        _sized(path, weights.sizes[path], promised)
        for path, promised in weights.promised.items()
        if path in weights.sizes and weights.sizes[path] != promised
    ]


def _sized(path: str, size_bytes: int, promised_bytes: int | None) -> str:
    if size_bytes < POINTER_BYTES:
        return f"{path} is a git-lfs pointer or empty ({size_bytes} bytes): the file itself was not fetched"
    if promised_bytes is None:
        return f"{path} has no header that can be read ({size_bytes} bytes)"
    return f"{path} has {size_bytes} bytes, its header asks for {promised_bytes}"


def _altered(weights: Weights, hashes: Hashes) -> list[str]:
    return [
        f"{path} is not what was downloaded: SHA-256 {hashes[path][:12]}…, recorded {expected[:12]}…"
        for path, expected in sorted(weights.expected_sha256.items())
        if path in hashes and hashes[path] != expected
    ]
