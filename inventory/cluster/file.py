"""Reading a cluster file: TOML in, Cluster out, or one error that says what to change."""

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from inventory.cluster.model import Cluster
from inventory.errors import ClusterFileError


def load(path: Path) -> Cluster:
    """The cluster declared in `path`.

    Raises ClusterFileError when the file is missing, is no TOML, has an unknown key (the nearest known
    one is named) or a value without meaning.
    """
    try:
        return parse(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise ClusterFileError(
            "a cluster file", f"{path}: {error}", "name one with --cluster; examples are in clusters/"
        ) from error


def parse(text: str, origin: str) -> Cluster:
    """The cluster declared in `text`; `origin` stands in the errors. Raises ClusterFileError."""
    try:
        return Cluster.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ClusterFileError("TOML", f"{origin}: {error}", "mend that line") from error
    except ValidationError as error:
        details = error.errors(include_url=False)
        sentences = tuple(_sentence(detail) for detail in details)
        raise ClusterFileError(
            "a cluster file whose every key and value is known",
            f"{origin}: {sentences[0]}",
            _remedy(details[0]),
            sentences,
        ) from error


def _sentence(detail: ErrorDetails) -> str:
    where = ".".join(str(part) for part in detail["loc"]) or "the file"
    if detail["type"] == "extra_forbidden":
        return f"unknown key {where}"
    value = "" if isinstance(detail["input"], dict | BaseModel) else f" (got {detail['input']!r})"
    return f"{where}: {detail['msg'].removeprefix('Value error, ')}{value}"


def _remedy(detail: ErrorDetails) -> str:
    if detail["type"] != "extra_forbidden":
        return "correct it in the file"
    *parents, key = detail["loc"]
    known = _known_keys(parents)
    near = get_close_matches(str(key), known, n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else f"known here: {', '.join(sorted(known))}"


def _known_keys(parents: list[int | str]) -> list[str]:
    model: Any = Cluster
    for name in (part for part in parents if isinstance(part, str)):
        fields = {field.alias or key: field.annotation for key, field in model.model_fields.items()}
        model = _model_in(fields.get(name)) or model
    return [field.alias or key for key, field in model.model_fields.items()]


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_in, get_args(annotation))), None)
