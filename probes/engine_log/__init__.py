"""An engine's log, read as it grows: vLLM's and SGLang's, through Docker, Ray, systemd or bare.

`Parser` turns chunks into events, `fold` turns events into a `LogState`: the phase of the start, a
sentence of progress, the versions, flags, KV cache and errors.
"""

from probes.engine_log.parser import Parser, parse
from probes.engine_log.phase import Phase
from probes.engine_log.state import LogState
from probes.engine_log.steps import after, fold

__all__ = ["LogState", "Parser", "Phase", "after", "fold", "parse"]
