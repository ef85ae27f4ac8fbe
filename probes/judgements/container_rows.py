"""What a table of `docker ps` lets one say about a container, and what it does not."""

from enum import Enum

from probes.facts.docker_ps import ContainerRow

SETTLED_S = 60
"""`Up` for less may be the short life of a crash loop: only RestartCount and the log tell."""


class Condition(Enum):
    UP = "up"
    TOO_YOUNG = "too young to tell"
    FAILING = "failing"
    NOT_RUNNING = "not running"


def condition(row: ContainerRow) -> Condition:
    """Up only counts once it lasts; `Restarting` is a crash loop, whatever the exit code."""
    if row.state == "up":
        is_settled = row.state_for_s is not None and row.state_for_s >= SETTLED_S
        return Condition.UP if is_settled else Condition.TOO_YOUNG
    return Condition.FAILING if row.state in {"restarting", "dead"} else Condition.NOT_RUNNING
