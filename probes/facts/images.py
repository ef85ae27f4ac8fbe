"""Images that Docker holds on a node."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from probes.facts.docker import refusal, unanswered
from probes.facts.docker_json import MALFORMED, inspected
from probes.facts.reading import Fact, Reading

COMMAND = r"""
command -v docker >/dev/null || exit 127
ids=$(docker image ls -q --no-trunc) || exit 1
[ -z "$ids" ] || docker image inspect --format '{"Id":{{json .Id}},"RepoTags":{{json .RepoTags}},
"RepoDigests":{{json .RepoDigests}},"Size":{{json .Size}},"Architecture":{{json .Architecture}},
"Created":{{json .Created}}}' $(printf '%s\n' $ids | sort -u)
true
"""


@dataclass(frozen=True)
class Image:
    """`digests` (name@sha256:…) name the content as its registry does: equal on all hosts that pulled it.

    `id` differs between storage drivers for one content; what was built or imported has no digest.
    """

    id: str
    tags: tuple[str, ...]
    digests: tuple[str, ...]
    size_bytes: int
    architecture: str
    created: str

    def is_named(self, reference: str) -> bool:
        """The reference is one of its tags or digests, or its id."""
        tag = reference if ":" in reference.rpartition("/")[2] else f"{reference}:latest"
        return reference in {self.id, *self.digests} or tag in self.tags


def parse(reading: Reading) -> tuple[Image, ...]:
    """Also reads what a plain `docker image inspect` prints.

    Raises ToolMissing without docker, CannotTell when its daemon does not answer, NotUnderstood else.
    """
    reading.require("docker")
    if refusal(reading.stderr) is not None or refusal(reading.stdout) is not None:
        raise unanswered(reading, "the images of the node")
    if reading.status != 0 and not reading.stdout.strip():
        raise reading.not_understood("docker image inspect")
    try:
        return tuple(_image(one) for one in inspected(reading.stdout))
    except MALFORMED as error:
        raise reading.not_understood("docker image inspect") from error


def _image(read: Mapping[str, Any]) -> Image:
    return Image(
        id=str(read["Id"]),
        tags=tuple(map(str, read.get("RepoTags") or ())),
        digests=tuple(map(str, read.get("RepoDigests") or ())),
        size_bytes=int(read.get("Size") or 0),
        architecture=str(read.get("Architecture") or ""),
        created=str(read.get("Created") or ""),
    )


FACTS = (Fact("images", COMMAND, parse, timeout_s=8),)
