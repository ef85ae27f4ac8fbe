"""A whole recorded log as the state that it ends in."""

from probes.engine_log.parser import parse
from probes.engine_log.state import LogState
from probes.engine_log.steps import fold
from probes.facts.reading import Reading


def read(text: str) -> LogState:
    """Raises NotUnderstood for a text in which no line is an engine's."""
    events = parse(text)
    if not events:
        raise Reading(0, text).not_understood("an engine (a log)")
    return fold(events)


PARSERS = {"engine_log": read}
