"""The catalogue as it stands in `catalogue/*.toml`: one entry a kind of failure, checked as it is read."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from probes.signatures.signature import Hit, Severity, Signature, by_pattern, by_state
from probes.signatures.states import STATES


class Entry(BaseModel):
    """One `[[signature]]` of a TOML file: recognised by `signature` (a regex) or by `state` (a predicate)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    component: str
    layer: str
    severity: Severity
    consequence: bool = False
    signature: str | None = None
    state: str | None = None
    cause: str
    remedy: str
    example: str
    near_miss: str
    near_miss_why: str

    @model_validator(mode="after")
    def _is_known_by_one(self) -> "Entry":
        assert (self.signature is None) != (self.state is None), f"{self.id}: either signature or state"
        return self

    def recogniser(self) -> Callable[[str], Iterator[Hit]]:
        return (
            by_pattern(self.signature) if self.signature is not None else by_state(STATES[self.state or ""])
        )


def read(document: Mapping[str, Any]) -> tuple[Signature, ...]:
    """The signatures of one TOML document. Raises pydantic.ValidationError for an entry that is none."""
    entries = (Entry.model_validate(raw) for raw in document["signature"])
    return tuple(
        Signature(recognise=e.recogniser(), **e.model_dump(exclude={"signature", "state"})) for e in entries
    )


def load() -> Mapping[str, Signature]:
    """All signatures by id, in the order of files and entries."""
    folder = files(__package__).joinpath("catalogue")
    names = sorted(p.name for p in folder.iterdir() if p.name.endswith(".toml"))
    found = [s for name in names for s in read(tomllib.loads(folder.joinpath(name).read_text("utf-8")))]
    table = {signature.id: signature for signature in found}
    assert len(table) == len(found), "two signatures share an id"
    return MappingProxyType(table)


CATALOGUE: Mapping[str, Signature] = load()
