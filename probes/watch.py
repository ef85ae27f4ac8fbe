"""Logs watched as they grow: each fatal or warning signature is told once a node, when its line comes."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from probes.diagnosis import Finding, findings
from probes.engine_log.lines import Line
from probes.engine_log.stream import Lines
from probes.signatures import Severity

CONTEXT_LINES = 60
"""So many lines before the new ones are looked at with them: signatures may span lines."""

TOLD = frozenset({Severity.FATAL, Severity.WARNING})


@dataclass
class _Node:
    lines: Lines = field(default_factory=Lines)
    context: list[Line] = field(default_factory=list)
    seen: int = 0
    told: set[str] = field(default_factory=set)


@dataclass
class Watch:
    """Feeds on chunks of several nodes' logs."""

    _nodes: dict[str, _Node] = field(default_factory=dict)

    def feed(self, node: str, chunk: bytes | str) -> tuple[Finding, ...]:
        """What this chunk shows for the first time on this node, the root before its consequences."""
        state = self._nodes.setdefault(node, _Node())
        new = state.lines.feed(chunk)
        if not new:
            return ()
        window = [*state.context, *new]
        before = state.seen - len(state.context)
        state.context, state.seen = window[-CONTEXT_LINES:], state.seen + len(new)
        fresh = [f for f in findings(node, window) if _is_new(state)(f)]
        state.told.update(f.signature.id for f in fresh)
        placed = (replace(f, line_number=f.line_number + before) for f in fresh)
        return tuple(sorted(placed, key=lambda f: f.rank))


def _is_new(state: _Node) -> Callable[[Finding], bool]:
    return lambda f: f.signature.severity in TOLD and f.signature.id not in state.told
