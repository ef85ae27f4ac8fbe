"""The labels by which a deployment knows its own containers again."""

from collections.abc import Mapping

DEPLOYMENT = "dev.firstlight.deployment"
SPEC = "dev.firstlight.spec"
ROLE = "dev.firstlight.role"


def labels_of(deployment: str, spec: str, role: str) -> dict[str, str]:
    return {DEPLOYMENT: deployment, SPEC: spec, ROLE: role}


def is_ours(labels: Mapping[str, str], deployment: str) -> bool:
    """Whether a container with these labels was made by this deployment, of whatever specification."""
    return labels.get(DEPLOYMENT) == deployment
