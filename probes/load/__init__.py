"""Load on an OpenAI-compatible server, and what it measured: closed loop and open loop."""

from probes.load.closed import Level, closed_loop
from probes.load.plan import ClosedPlan
from probes.load.rows import LoadRow, row_of

__all__ = ["ClosedPlan", "Level", "LoadRow", "closed_loop", "row_of"]
