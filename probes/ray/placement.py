"""Placement groups: `ray list placement-groups`, as JSON or as a table."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from probes.facts.reading import Reading
from probes.ray.tables import rows

TOOL = "ray list placement-groups"


@dataclass(frozen=True)
class PlacementGroup:
    """One group; `state` in Ray's words: PENDING, PREPARED, CREATED, RESCHEDULING, REMOVED."""

    id: str
    state: str
    name: str
    job: str

    @property
    def is_waiting(self) -> bool:
        return self.state in {"PENDING", "PREPARED", "RESCHEDULING"}


def parse(reading: Reading) -> tuple[PlacementGroup, ...]:
    """The groups of either format. Raises NotUnderstood for anything else."""
    text = reading.require("ray").stdout
    try:
        if text.lstrip().startswith("["):
            return tuple(_group(entry) for entry in json.loads(text))
        return tuple(_group({k.lower(): v for k, v in row.items()}) for row in rows(reading, TOOL))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise reading.not_understood(TOOL) from error


def _group(entry: Mapping[str, Any]) -> PlacementGroup:
    return PlacementGroup(
        str(entry["placement_group_id"]),
        str(entry["state"]),
        str(entry.get("name") or ""),
        str(entry.get("creator_job_id") or ""),
    )


PARSERS = {"ray_placement_groups": lambda text: parse(Reading(0, text))}
