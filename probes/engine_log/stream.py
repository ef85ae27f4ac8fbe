"""Bytes in any chunks become lines, each with the process it belongs to."""

import codecs
import re
from dataclasses import dataclass, field, replace

from probes.engine_log.lines import Line, read

_AFTER_END = re.compile(r"(?<=[\r\n])")

LONGEST_LINE_CHARS = 1 << 16
"""What a line holds beyond this is dropped: a log without line ends must not fill the memory."""


@dataclass
class Lines:
    r"""Feeds on chunks and gives whole lines; `\n` and `\r` both end one, since bars are drawn with `\r`.

    A prefix that stands alone on its line, or before a `\r`, belongs to what follows it.
    """

    rest: str = ""
    _decoder: codecs.IncrementalDecoder = field(
        default_factory=lambda: codecs.getincrementaldecoder("utf-8")("replace")
    )
    _owner: Line = field(default_factory=lambda: Line(""))
    _has_text: bool = False

    def feed(self, chunk: bytes | str, *, final: bool = False) -> list[Line]:
        data = chunk.encode("utf-8", "replace") if isinstance(chunk, str) else chunk
        *whole, rest = _split(self.rest + self._decoder.decode(data, final))
        self.rest = rest[:LONGEST_LINE_CHARS]
        if final and self.rest:
            whole, self.rest = [*whole, (self.rest + "\n")], ""
        return [line for segment in whole if (line := self._take(segment)) is not None]

    def pending(self) -> Line:
        """What the unfinished last line says so far."""
        return self._owned(read(self.rest))

    def _take(self, segment: str) -> Line | None:
        line = self._owned(read(segment[:-1][:LONGEST_LINE_CHARS]))
        self._owner = line
        self._has_text = self._has_text or bool(line.text.strip())
        if segment[-1] == "\n":
            self._owner, self._has_text = (Line("") if self._has_text else line), False
        return line if line.text.strip() else None

    def _owned(self, line: Line) -> Line:
        if not line.is_anonymous:
            return line
        owner = self._owner
        return replace(line, source=owner.source, pid=owner.pid, ip=owner.ip, at=line.at or owner.at)


def _split(text: str) -> list[str]:
    r"""Segments with their `\r` or `\n`, and last what has no end yet."""
    return _AFTER_END.split(text)
