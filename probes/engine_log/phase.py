"""The states of an engine's start."""

from enum import StrEnum


class Phase(StrEnum):
    """In the order in which a start goes through them; some may be missing."""

    RENDEZVOUS = "rendezvous"
    WEIGHTS = "weights"
    COMPILE = "compile"
    GRAPHS = "graphs"
    SERVING = "serving"


ORDER = tuple(Phase)
