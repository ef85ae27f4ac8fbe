"""Names and sizes of a model's tensors, from the safetensors headers (8 bytes of length, then JSON)."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from inventory.errors import NotUnderstood

MAX_HEADER_BYTES = 100_000_000
"""The format's own limit (safetensors, MAX_HEADER_SIZE)."""


@dataclass(frozen=True)
class Tensor:
    """One tensor as stored: its name and its size in bytes."""

    name: str
    bytes: int


EXPERT = re.compile(r"\.experts\.")
EMBEDDING = re.compile(r"(^|\.)(embed_tokens|word_embeddings|wte)\.")
UNREAD = re.compile(r"(^|\.)(visual|vision_tower|vision_model|audio_tower|multi_modal_projector|mtp)\.")
"""Encoders and drafters: not read by a text token's decoding step."""


def header_bytes(start: bytes) -> int:
    """Length of the JSON header from a file's first 8 bytes. Raises NotUnderstood."""
    length = int.from_bytes(start, "little")
    if len(start) != 8 or not 2 <= length <= MAX_HEADER_BYTES:
        raise NotUnderstood("a safetensors file", f"a header of {length} bytes", "see whether it is whole")
    return length


def tensors_of(header: bytes) -> tuple[Tensor, ...]:
    """The tensors that a header lists. Raises NotUnderstood for what is no such header."""
    try:
        entries = json.loads(header)
        spans = {name: each["data_offsets"] for name, each in entries.items() if name != "__metadata__"}
        return tuple(Tensor(name, int(end) - int(start)) for name, (start, end) in spans.items())
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise NotUnderstood("a safetensors header", repr(error), "see whether the file is whole") from error


def tensors_in(folder: Path) -> tuple[Tensor, ...]:
    """All tensors of a model's folder on this machine; headers alone are read."""
    return tuple(tensor for path in sorted(folder.glob("*.safetensors")) for tensor in _in_file(path))


def _in_file(path: Path) -> Iterable[Tensor]:
    with path.open("rb") as file:
        return tensors_of(file.read(header_bytes(file.read(8))))
