"""A persistent shell on a node: commands go in by its stdin, output comes back in frames.

A frame ends with a line that holds a token no command can know, and the exit status. Each command runs in
a session of its own, so that one which outlives its deadline can be killed with all it started.
"""

import asyncio
import contextlib
import re
import secrets
from base64 import b64encode
from dataclasses import dataclass, field
from typing import TypeVar

from inventory.transport.quoting import quoted

T = TypeVar("T")

_CHUNK_BYTES = 1 << 16
_MARK_BYTES = 64
"""No closing mark is longer: a token of 32, a status, blanks."""


@dataclass
class Frame:
    """What came back of one command. `complete` is False when the shell ended before the frame did."""

    status: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    truncated: bool = False
    complete: bool = False
    group: int | None = None


def script(command: str, stdin: bytes, token: str) -> bytes:
    """The lines that make a POSIX shell run `command` and frame its output. `token` is hexadecimal."""
    feed = quoted("printf %%s %s | base64 -d |", b64encode(stdin).decode()) if stdin else "</dev/null"
    run = quoted("setsid sh -c %s", command)
    return (
        f"{feed} {run} & printf '{token} %d\\n' $! >&2; wait $!; "
        f"printf '\\n{token} %d\\n' $?; printf '\\n{token} end\\n' >&2\n"
    ).encode("utf-8", "surrogateescape")


@dataclass
class _Stream:
    """Bytes up to a closing mark, at most `limit` of them kept."""

    reader: asyncio.StreamReader
    mark: re.Pattern[bytes]
    limit: int
    kept: bytearray = field(default_factory=bytearray)
    tail: bytes = b""
    dropped: bool = False

    async def collect(self) -> re.Match[bytes] | None:
        while chunk := await self.reader.read(_CHUNK_BYTES):
            window = self.tail + chunk
            found = self.mark.search(window)
            self._keep(window[: found.start()] if found else window[:-_MARK_BYTES])
            self.tail = b"" if found else window[-_MARK_BYTES:]
            if found:
                return found
        return None

    def received(self) -> bytes:
        """All that came so far, within the limit."""
        self._keep(self.tail)
        self.tail = b""
        return bytes(self.kept)

    def _keep(self, data: bytes) -> None:
        room = self.limit - len(self.kept)
        self.dropped = self.dropped or len(data) > room
        self.kept += data[:room]


class Shell:
    """One running `sh` behind a pipe: local, over SSH, or inside a container."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, argv: list[str]) -> "Shell":
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *argv, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
        return cls(process)

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def run(self, command: str, stdin: bytes, limit_bytes: int, frame: Frame) -> None:
        """Runs `command`; fills `frame` as output arrives, so that a deadline keeps what came."""
        token = secrets.token_hex(16)
        out = _Stream(_some(self._process.stdout), _mark(rb"\n%s (\d+)\n", token), limit_bytes)
        err = _Stream(_some(self._process.stderr), _mark(rb"\n%s end\n", token), limit_bytes)
        try:
            with contextlib.suppress(ConnectionError):
                writer = _some(self._process.stdin)
                writer.write(script(command, stdin, token))
                await writer.drain()
            ended, _ = await asyncio.gather(out.collect(), err.collect())
            frame.complete = ended is not None
            frame.status = int(ended[1]) if ended else None
        finally:
            frame.group, frame.stderr = _group(err.received(), token)
            frame.stdout = out.received()
            frame.truncated = out.dropped or err.dropped

    async def close(self) -> None:
        """Ends the shell; never waits long."""
        if self.is_alive:
            _some(self._process.stdin).close()
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 2)


def _mark(pattern: bytes, token: str) -> re.Pattern[bytes]:
    return re.compile(pattern.replace(b"%s", token.encode()))


def _group(stderr: bytes, token: str) -> tuple[int | None, bytes]:
    announced = re.search(rb"%s (\d+)\n" % token.encode(), stderr)
    if not announced:
        return None, stderr
    return int(announced[1]), stderr[: announced.start()] + stderr[announced.end() :]


def _some(stream: T | None) -> T:
    assert stream is not None
    return stream
