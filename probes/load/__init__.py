"""Load on an OpenAI-compatible server, and what it measured: closed loop and open loop."""

from probes.load.calibration import ClientCheck, check_client
from probes.load.closed import Level, closed_loop
from probes.load.open import Limits, OpenPlan, OpenRow, open_loop
from probes.load.plan import ClosedPlan
from probes.load.rows import LoadRow, row_of

__all__ = [
    "ClientCheck",
    "ClosedPlan",
    "Level",
    "Limits",
    "LoadRow",
    "OpenPlan",
    "OpenRow",
    "check_client",
    "closed_loop",
    "open_loop",
    "row_of",
]
