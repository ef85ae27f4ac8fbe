"""Looks at all nodes at once and keeps what their logs said."""

import time
from collections.abc import Mapping
from dataclasses import replace

from inventory.cluster import Cluster
from inventory.errors import NotUnderstood
from inventory.transport import Result, Transport, run_everywhere
from launch.ready import asking
from launch.ready.asking import Seen
from launch.ready.endings import Failed
from launch.ready.standing import Moment
from probes.diagnosis import examine
from probes.engine_log import LogState, Parser, fold
from probes.watch import Watch

LOOK_TIMEOUT_S = 4.0
EVERY_S = 0.5
SETTLE_S = 0.25
KEPT_CHARS = 4 << 20
LAST_LINES = 20


class Watcher:
    """One start of one deployment, watched. `texts`: each node's container log so far."""

    def __init__(self, cluster: Cluster, nodes: Mapping[str, Transport]) -> None:
        assert cluster.container is not None
        assert cluster.engine is not None
        self._cluster, self._nodes = cluster, nodes
        self._container, self._port = cluster.container.name, cluster.engine.port
        self._stamps = dict.fromkeys(nodes, "")
        self._parser, self._signatures, self._state = Parser(), Watch(), LogState()
        self.texts: dict[str, str] = dict.fromkeys(nodes, "")

    def look(self) -> Moment:
        """One tick. A node that did not answer in time is missing from the moment."""
        results = run_everywhere(self._nodes, self._commands(), timeout_s=LOOK_TIMEOUT_S)
        seen = {name: one for name, result in results.items() if (one := self._seen(name, result))}
        self._keep(seen)
        found = [f for name, one in seen.items() for f in self._signatures.feed(name, one.log)]
        return Moment(time.monotonic(), seen, tuple(found), self._state)

    def last_words(self, failed: Failed) -> Failed:
        """The failure with the best explanation that all logs together give, once they have settled."""
        time.sleep(SETTLE_S)
        self.look()
        told = examine(self.texts)
        if told.cause and told.is_fatal:
            return Failed(told.cause.node, told.summary, told.remedy, told.cause.lines)
        last = self.texts[failed.node or self._cluster.head.name].splitlines()[-LAST_LINES:]
        return replace(failed, lines=failed.lines or told.unexplained or tuple(last))

    def _commands(self) -> dict[str, str]:
        return {n: asking.command(self._container, self._stamps[n], self._port) for n in self._nodes}

    def _seen(self, name: str, result: Result) -> Seen | None:
        if not result.ok:
            return None
        try:
            return asking.parse(result.text, self._stamps[name])
        except NotUnderstood:
            return None

    def _keep(self, seen: Mapping[str, Seen]) -> None:
        for name, one in seen.items():
            self._stamps[name] = one.stamp or self._stamps[name]
            self.texts[name] = (self.texts[name] + one.log)[-KEPT_CHARS:]
        if self._cluster.head.name in seen:
            self._state = fold(self._parser.feed(seen[self._cluster.head.name].log), self._state)
