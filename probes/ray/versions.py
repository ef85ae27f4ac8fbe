"""What Ray says when the versions of two nodes differ, in its several words."""

import re
from dataclasses import dataclass

from probes.facts.reading import Reading

BOTH = re.compile(
    r"Version mismatch: The cluster was started with:"
    r"\s+Ray: (?P<cluster_ray>\S+)\s+Python: (?P<cluster_python>\S+)"
    r"\s+This process on (?:node )?(?P<node>\S+?) was started with:"
    r"\s+Ray: (?P<ray>\S+)\s+Python: (?P<python>\S+)"
)
CLI = re.compile(
    r"Ray version mismatch: cluster has Ray version (?P<cluster_ray>\S+) "
    r"but local Ray version is (?P<ray>\S+)"
)
HIDDEN = (
    re.compile(r"Could not read '(?:temp_dir|session_dir|session_name)' from GCS"),
    re.compile(r"FileNotFoundError: \[Errno 2\] No such file or directory: ''\s*$", re.MULTILINE),
)
"""An older worker on a newer head, and a newer worker on an older head: no version is named."""


@dataclass(frozen=True)
class Mismatch:
    """Versions of the cluster and of who joined or asked; None: not named. `is_certain`: Ray says so."""

    cluster_ray: str | None = None
    ray: str | None = None
    cluster_python: str | None = None
    python: str | None = None
    node: str | None = None
    is_certain: bool = True


def mismatch(text: str) -> Mismatch | None:
    """The mismatch that this text tells of; None when it tells of none."""
    if match := BOTH.search(text):
        return Mismatch(match[1], match[4], match[2], match[5], match[3])
    if match := CLI.search(text):
        return Mismatch(match["cluster_ray"], match["ray"])
    if any(words.search(text) for words in HIDDEN):
        return Mismatch(is_certain=False)
    return None


def _recorded(text: str) -> Mismatch:
    found = mismatch(text)
    if found is None:
        raise Reading(0, text).not_understood("a version mismatch of Ray")
    return found


PARSERS = {"ray_versions": _recorded}
