"""The mock's HTTP side: raw asyncio, one write per event, every event stamped with its own send time."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from probes.api.clock import clock
from probes.api.replies import count_of, dict_of, json_of
from probes.load.mock.script import SCRIPTS, STAMP, End, Script, Timing, completion

HEAD = (
    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
    b"transfer-encoding: chunked\r\nx-received-s: %.6f\r\n\r\n"
)
LAST_CHUNK = b"0\r\n\r\n"


@dataclass
class Ledger:
    """What the mock knows of itself: requests, lateness of each event, and the truth as it was sent (s)."""

    requests: int = 0
    slips_s: list[float] = field(default_factory=list)
    ttfts_s: list[float] = field(default_factory=list)
    gaps_s: list[float] = field(default_factory=list)
    tpots_s: list[float] = field(default_factory=list)


Frame = tuple[float, bytes, bytes | None]
"""Due offset (s), bytes before the stamp, bytes after it (None: no stamp in it)."""


@lru_cache(maxsize=256)
def frames_of(model: str, timing: Timing, tokens: int) -> tuple[tuple[Frame, ...], End]:
    """The chunked frames of a script, cut at their stamps, made once per kind of request."""
    script: Script = SCRIPTS[model](timing, tokens)
    frames = []
    for piece in script.pieces:
        chunk = b"%x\r\n%s\r\n" % (len(piece.data), piece.data) if piece.data else b""
        before, stamp, after = chunk.partition(STAMP)
        frames.append((piece.after_s, before, after if stamp else None))
    return tuple(frames), script.end


class MockProtocol(asyncio.Protocol):
    """One connection: requests one after another (no pipelining), answers by script."""

    def __init__(self, timing: Timing, ledger: Ledger) -> None:
        self.timing = timing
        self.ledger = ledger
        self.loop = asyncio.get_running_loop()
        self.transport: asyncio.Transport
        self._received = b""
        self._sent_s = self._first_s = 0.0
        self._last = 0
        self._pending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        if self._pending is not None:
            self._pending.cancel()

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, separator, body = self._received.partition(b"\r\n\r\n")
        if separator and len(body) >= _content_length(head):
            self._received = b""
            self.ledger.requests += 1
            self._route(head.split(b" ", 2)[1].decode(), dict_of(json_of(body)))

    def _route(self, path: str, body: Mapping[str, Any]) -> None:
        model = str(body.get("model", "mock"))
        if path == "/v1/chat/completions" and model not in SCRIPTS:
            self._answer(404, {"error": {"message": f"The model `{model}` does not exist.", "code": 404}})
        elif path == "/v1/chat/completions":
            asked = count_of(body.get("max_completion_tokens", body.get("max_tokens")))
            tokens = asked or self.timing.tokens
            (self._play if body.get("stream") else self._complete)(model, tokens)
        elif path in FIXED:
            self._answer(200, FIXED[path])
        else:
            self._answer(404, {"detail": "Not Found"})

    def _answer(self, status: int, body: Any) -> None:
        raw = json.dumps(body).encode()
        head = f"HTTP/1.1 {status} .\r\ncontent-type: application/json\r\ncontent-length: {len(raw)}\r\n\r\n"
        self.transport.write(head.encode() + raw)

    def _play(self, model: str, tokens: int) -> None:
        frames, end = frames_of(model, self.timing, tokens)
        received_s = clock()
        self.transport.write(HEAD % received_s)
        self._last = 0
        self._next(frames, end, 0, received_s)

    def _complete(self, model: str, tokens: int) -> None:
        whole_s = self.timing.ttft_s + (tokens - 1) * self.timing.itl_s
        self._pending = self.loop.call_later(whole_s, self._answer, 200, completion(model, tokens))

    def _next(self, frames: tuple[Frame, ...], end: End, position: int, start_s: float) -> None:
        """Write all that is due now, then come back when the next piece is."""
        now_s = clock()
        while position < len(frames) and start_s + frames[position][0] <= now_s:
            due_s, before, after = frames[position]
            now_s = clock()
            if after is not None:
                self.transport.write(b"%s%017.6f%s" % (before, now_s, after))
                self._account(position, now_s, start_s, due_s)
            elif before:
                self.transport.write(before)
            position += 1
        if position < len(frames):
            due_s = start_s + frames[position][0]
            self._pending = self.loop.call_at(due_s, self._next, frames, end, position, start_s)
        else:
            self._finish(end)

    def _account(self, position: int, now_s: float, start_s: float, due_s: float) -> None:
        """The first stamped frame is the role chunk and the last the finish: the tokens lie between."""
        self.ledger.slips_s.append(now_s - start_s - due_s)
        if position == 1:
            self.ledger.ttfts_s.append(now_s - start_s)
            self._first_s = now_s
        elif position > 1:
            self.ledger.gaps_s.append(now_s - self._sent_s)
            self._last = position
        self._sent_s = now_s

    def _finish(self, end: End) -> None:
        if self._last > 1:
            self.ledger.tpots_s.append((self._sent_s - self._first_s) / (self._last - 2 or 1))
        if end is End.WHOLE:
            self.transport.write(LAST_CHUNK)
        elif end is End.CUT:
            self.transport.close()


FIXED: dict[str, Any] = {
    "/health": {},
    "/version": {"version": "mock"},
    "/v1/models": {"object": "list", "data": [{"id": name, "max_model_len": 4096} for name in SCRIPTS]},
}


def _content_length(head: bytes) -> int:
    lines = (line.partition(b":") for line in head.lower().split(b"\r\n"))
    return next((int(value) for name, _, value in lines if name == b"content-length"), 0)
