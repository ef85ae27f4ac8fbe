"""A model's folder: its index, its files with sizes, what their headers promise, and which revision it is.

The folder is declared, so these facts are made for a path and stand in no table. Formats: safetensors'
README (8 bytes of header length, a JSON header with data_offsets, the data), huggingface_hub 0.2x to 1.x
(`.cache/huggingface/download/*.metadata`: commit, etag, time), git.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inventory.cluster import Cluster, Node
from inventory.transport.quoting import quoted
from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections, whole
from probes.facts.weight_hashes import PREAMBLE, sums

COMMAND = r"""
echo '@@ files'; find -L . -type f ! -path './.git/*' ! -path './.cache/*' -printf '%s\t%P\n'
echo '@@ index'; cat model.safetensors.index.json 2>/dev/null || cat ./*.safetensors.index.json 2>/dev/null
echo; echo '@@ config'; cat config.json 2>/dev/null
echo; echo '@@ headers'
for shard in *.safetensors; do
  [ -r "$shard" ] || continue
  length=$(head -c 8 "$shard" | od -An -tu8 | tr -d ' ')
  end=
  if [ "${#length}" -gt 0 ] && [ "${#length}" -lt 10 ]; then
    end=$(head -c $((length + 8)) "$shard" | tail -c +9 | tr '{' '\n' |
      sed -n 's/.*"data_offsets": *\[[0-9]*, *\([0-9]*\)\].*/\1/p' | sort -n | tail -n 1)
  fi
  printf '%s\t%s\t%s\n' "$length" "$end" "$shard"
done
echo '@@ path'; pwd -P
echo '@@ git'; [ -e .git ] && git -c safe.directory='*' rev-parse HEAD 2>/dev/null
echo '@@ downloads'
find .cache/huggingface/download -name '*.metadata' 2>/dev/null | while read -r note; do
  printf '%s\t%s\n' "$(head -n 2 "$note" | tr '\n' '\t')" "${note#.cache/huggingface/download/}"
done
echo '@@ sums'; cat SHA256SUMS 2>/dev/null
true
"""
SNAPSHOT = re.compile(r"/snapshots/([0-9a-f]{40})(?:/|$)")
SHA256 = re.compile(r"[0-9a-f]{64}")
LENGTH_BYTES = 8


@dataclass(frozen=True)
class Weights:
    """What lies in a model's folder; nothing in it where `exists` is False.

    `sizes` in bytes by path. `promised` is, by shard, the size that its own header asks for, None where the
    header cannot be read. `shards` are the files that the index names (() without an index), `total_bytes`
    the sum of tensors it names. `expected_sha256` is what the download or SHA256SUMS recorded.
    """

    exists: bool
    sizes: Mapping[str, int]
    promised: Mapping[str, int | None]
    shards: tuple[str, ...]
    total_bytes: int | None
    revision: str | None
    expected_sha256: Mapping[str, str]
    config: Mapping[str, Any]


ABSENT = Weights(
    exists=False,
    sizes={},
    promised={},
    shards=(),
    total_bytes=None,
    revision=None,
    expected_sha256={},
    config={},
)


def fact(model_path: str) -> Fact[Weights]:
    """The fact about the model in this folder."""
    return Fact("weights", quoted(PREAMBLE, model_path) + COMMAND, parse, timeout_s=20)


def declared(cluster: Cluster, node: Node) -> tuple[Fact[Any], ...]:
    """The fact about the declared engine's model; none where no engine is declared."""
    del node
    return (fact(cluster.engine.model),) if cluster.engine else ()


def parse(reading: Reading) -> Weights:
    """Raises NotUnderstood for an index or a configuration that is no JSON object."""
    parts = sections(reading.require("find").stdout)
    if "absent" in parts:
        return ABSENT
    if "files" not in parts:
        raise reading.not_understood("find -printf")
    try:
        index, config = (_object(parts.get(name, "")) for name in ("index", "config"))
        shards = tuple(sorted(set(map(str, index.get("weight_map", {}).values()))))
        total = index.get("metadata", {}).get("total_size")
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise reading.not_understood("model.safetensors.index.json") from error
    downloads = [row for line in parts.get("downloads", "").splitlines() if len(row := line.split("\t")) >= 3]
    return Weights(
        exists=True,
        sizes=_sizes(parts["files"]),
        promised=_promised(parts.get("headers", "")),
        shards=shards,
        total_bytes=total if isinstance(total, int) else None,
        revision=_revision(parts, downloads),
        expected_sha256=_recorded(downloads) | sums(parts.get("sums", "")),
        config=config,
    )


PARSERS = {"weights": lambda text: parse(Reading(0, text))}


def _object(text: str) -> dict[str, Any]:
    value = json.loads(text) if text.strip() else {}
    if not isinstance(value, dict):
        raise TypeError(text[:50])
    return value


def _sizes(text: str) -> dict[str, int]:
    rows = (line.partition("\t") for line in text.splitlines())
    return {path: int(size) for size, _, path in rows if path and whole(size) is not None}


def _promised(text: str) -> dict[str, int | None]:
    rows = (row for line in text.splitlines() if len(row := line.split("\t")) == 3)
    return {shard: _end(whole(length), whole(end)) for length, end, shard in rows}


def _end(header_bytes: int | None, data_bytes: int | None) -> int | None:
    known = header_bytes is not None and data_bytes is not None
    return LENGTH_BYTES + (header_bytes or 0) + (data_bytes or 0) if known else None


def _recorded(downloads: list[list[str]]) -> dict[str, str]:
    """The etag of a file in large storage is its SHA-256, that of others a git blob's SHA-1."""
    return {row[-1].removesuffix(".metadata"): row[1] for row in downloads if SHA256.fullmatch(row[1])}


def _revision(parts: Mapping[str, str], downloads: list[list[str]]) -> str | None:
    snapshot = SNAPSHOT.search(parts.get("path", "").strip())
    commits = sorted({row[0] for row in downloads})
    found = snapshot[1] if snapshot else parts.get("git", "").strip() or "+".join(commits)
    return found or None
