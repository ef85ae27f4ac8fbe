r"""Server-sent events from bytes, as they arrive.

Lines end at `\n` (a `\r` before it belongs to the line's end) and nowhere else: engines emit U+0085,
U+2028 and U+2029 raw inside JSON, where a text splitter would break the event (WHATWG HTML, 9.2.6, knows
only CR, LF and CRLF; a lone CR is not used by any engine and may stand inside data here).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class SseEvent:
    """One dispatched event: its data lines joined by newline, its type, and when its last byte came."""

    data: bytes
    event: str
    at_s: float


@dataclass
class SseParser:
    """Incremental: feed chunks in order, each with its arrival time in seconds; events come out whole."""

    comments: int = 0
    _rest: bytes = b""
    _data: list[bytes] = field(default_factory=list)
    _event: str = ""
    _is_started: bool = False

    def feed(self, chunk: bytes, at_s: float) -> Iterator[SseEvent]:
        lines = (self._rest + chunk).split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            yield from self._line(self._without_bom(line).removesuffix(b"\r"), at_s)

    @property
    def remainder(self) -> bytes:
        """What came after the last whole event: not empty when a stream was cut off inside one."""
        return b"\n".join([*self._data, self._rest]) if self._data else self._rest

    def _without_bom(self, line: bytes) -> bytes:
        first, self._is_started = not self._is_started, True
        return line.removeprefix(BOM) if first else line

    def _line(self, line: bytes, at_s: float) -> Iterator[SseEvent]:
        if not line:
            yield from self._dispatch(at_s)
            return
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name == b"event":
            self._event = value.decode(errors="replace")
        elif not name:
            self.comments += 1

    def _dispatch(self, at_s: float) -> Iterator[SseEvent]:
        data, self._data = self._data, []
        event, self._event = self._event, ""
        if data:
            yield SseEvent(b"\n".join(data), event or "message", at_s)


def events_of(chunks: Iterable[tuple[float, bytes]]) -> tuple[tuple[SseEvent, ...], bytes]:
    """The events of a whole recording of (arrival in s, bytes), and the bytes left after the last one."""
    parser = SseParser()
    events = tuple(event for at_s, chunk in chunks for event in parser.feed(chunk, at_s))
    return events, parser.remainder
