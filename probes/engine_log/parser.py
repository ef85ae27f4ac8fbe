"""Chunks of a log in, events out; however the log is cut into chunks, the events are the same."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from probes.engine_log import bars, server, sglang, vllm
from probes.engine_log.events import Event
from probes.engine_log.lines import Line
from probes.engine_log.rules import Rule
from probes.engine_log.stream import Lines

TABLE: tuple[Rule, ...] = (*vllm.RULES, *vllm.RAY, *sglang.RULES, *server.RULES)


@dataclass
class Parser:
    """Feeds on a log as it grows. `pending` looks at the unfinished last line and takes nothing."""

    _lines: Lines = field(default_factory=Lines)

    def feed(self, chunk: bytes | str) -> tuple[Event, ...]:
        return _events(self._lines.feed(chunk))

    def pending(self) -> tuple[Event, ...]:
        """What the last line says before its end comes: a bar waits for its next drawing."""
        return tuple(event for event in said(self._lines.pending()) if is_whole(event))

    def close(self) -> tuple[Event, ...]:
        """The events of a last line that has no line end."""
        return _events(self._lines.feed(b"", final=True))


def parse(log: bytes | str) -> tuple[Event, ...]:
    """All events of a whole log, in its order."""
    parser = Parser()
    return (*parser.feed(log), *parser.close())


def said(line: Line) -> tuple[Event, ...]:
    """The events of one line: its bar, else the first rule that fits, else its error."""
    if bar := bars.event(line.text):
        found: tuple[Event, ...] = (bar,)
    else:
        found = next((events for rule in TABLE if (events := rule.events(line.text))), ())
        found = found or tuple(event for event in (server.problem(line),) if event)
    return tuple(replace(e, source=line.source, pid=line.pid, ip=line.ip, at=line.at) for e in found)


def is_whole(event: Event) -> bool:
    """Whether it can be believed before its line has ended: a bar is closed by its bracket."""
    return hasattr(event, "done")


def _events(lines: Iterable[Line]) -> tuple[Event, ...]:
    return tuple(event for line in lines for event in said(line))
