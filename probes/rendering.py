"""Facts as JSON: dataclasses become objects, enumerations their values, sets sorted lists."""

import dataclasses
import json
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Any

PLAIN = (str, int, float, bool, type(None))


def plain(value: Any) -> Any:
    """`value` in terms of what JSON has; anything else as its text (addresses, paths, dates)."""
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, PLAIN):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return _sequence(value)


def _sequence(value: Any) -> Any:
    if isinstance(value, AbstractSet):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return str(value)


def as_json(value: Any) -> str:
    """`value` as indented JSON, keys in the order of the fields."""
    return json.dumps(plain(value), indent=2, ensure_ascii=False)
