"""Is the declared image on every node, and the same one?"""

from collections.abc import Mapping, Sequence

from probes.facts.images import Image


def named(images: Sequence[Image], reference: str) -> Image | None:
    """The image that a reference (tag, digest or id) stands for on a node."""
    return next((image for image in images if image.is_named(reference)), None)


def missing(nodes: Mapping[str, Sequence[Image]], reference: str) -> tuple[str, ...]:
    """Names of the nodes that do not have it."""
    return tuple(name for name, images in nodes.items() if named(images, reference) is None)


def contents(nodes: Mapping[str, Sequence[Image]], reference: str) -> dict[str, str]:
    """What the reference stands for, by node, in terms that are equal for equal content.

    A registry's digest where all have one, else the id, which agrees only between equal storage drivers.
    """
    found = {name: image for name, images in nodes.items() if (image := named(images, reference))}
    shared = (
        frozenset.intersection(*(frozenset(one.digests) for one in found.values())) if found else frozenset()
    )
    if shared:
        return dict.fromkeys(found, min(shared))
    by_digest = {name: min(image.digests, default="") for name, image in found.items()}
    return by_digest if all(by_digest.values()) else {name: image.id for name, image in found.items()}
