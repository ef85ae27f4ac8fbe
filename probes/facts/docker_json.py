"""JSON as `docker inspect` prints it: an array, or one object after the other."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

MALFORMED = (KeyError, TypeError, AttributeError, ValueError, RecursionError)
"""What reading JSON of another shape raises."""


def inspected(text: str) -> Iterator[Mapping[str, Any]]:
    """Every object of a stream of JSON objects and arrays of them. Raises ValueError at what is no JSON."""
    decoder = json.JSONDecoder()
    at = 0
    while (at := len(text) - len(text[at:].lstrip())) < len(text):
        value, at = decoder.raw_decode(text, at)
        yield from value if isinstance(value, list) else (value,)
