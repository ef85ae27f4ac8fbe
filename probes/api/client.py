"""The API as a client sees it: `async with Api("http://host:30000") as api: await api.chat([...])`."""

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import httpx
from pydantic import SecretStr

from inventory.errors import TimedOut, Unreachable
from probes.api import metrics
from probes.api.profiles import PROFILES, EngineProfile
from probes.api.recording import Ending, Recording, record
from probes.api.replies import ChatReply, ModelCard, RawReply, chat_reply_of, dict_of, model_cards_of, text_of
from probes.api.stream import StreamedReply, assemble
from probes.api.transports import address_of, headers_of, transport_of

Message = Mapping[str, Any]

CONNECT_TIMEOUT_S = 5.0

REMEDIES = {
    Ending.REFUSED: "see whether anything listens on that port, and whether the host is up",
    Ending.BROKEN: "read the engine's log: it, or something between, dropped the connection",
    Ending.GARBLED: "see what listens on that port: it does not speak HTTP",
    Ending.CLOSED: "see what listens on that port: it closed without an answer",
}


class Api:
    """An OpenAI-compatible server. Every call has a deadline; a 5xx or a malformed body is an answer.

    `base_url` with or without `/v1`; `model` goes into requests that name none (None: left out).
    Every method raises Unreachable (no connection, lost, not HTTP) and TimedOut (deadline passed);
    the constructor raises BadInput for an address or a transport it cannot use.
    """

    def __init__(
        self,
        base_url: str,
        key: str | None = None,
        transport: str | httpx.AsyncBaseTransport = "aiohttp",
        *,
        model: str | None = None,
        profile: EngineProfile = PROFILES["vllm"],
        timeout_s: float = 60.0,
    ) -> None:
        self.address = address_of(base_url)
        self.model = model
        self.profile = profile
        self.timeout_s = timeout_s
        self._key = SecretStr(key or "")
        self.client = httpx.AsyncClient(
            base_url=self.address,
            headers=headers_of(key),
            transport=transport_of(transport),
            timeout=httpx.Timeout(None, connect=CONNECT_TIMEOUT_S),
            trust_env=False,
        )

    def __repr__(self) -> str:
        return f"Api({self.address!r}, key={'given' if self._key else None})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self.client.aclose()

    async def health(self) -> RawReply:
        return await self.get(self.profile.health_path)

    async def version(self) -> str | None:
        """The engine's version as it tells it; None when the answer names none."""
        reply = await self.get(self.profile.version_path)
        return text_of(dict_of(reply.json).get(self.profile.version_field))

    async def models(self) -> tuple[ModelCard, ...]:
        return model_cards_of(await self.get("/v1/models"))

    async def metrics(self) -> metrics.Metrics:
        """The parsed /metrics; no samples when the engine does not expose it."""
        reply = await self.get("/metrics")
        return metrics.parse(reply.text) if reply.status == 200 else metrics.Metrics(())

    async def chat(
        self, messages: Sequence[Message], *, timeout_s: float | None = None, **params: Any
    ) -> ChatReply:
        """One unstreamed chat completion; `params` go into the request's body as they are."""
        request = self.client.build_request(
            "POST", "/v1/chat/completions", json=self.body_of(messages, **params)
        )
        return chat_reply_of(await self._raw(request, timeout_s))

    async def stream(
        self, messages: Sequence[Message], *, timeout_s: float | None = None, **params: Any
    ) -> StreamedReply:
        """One streamed chat completion. Raises only while there is no answer at all; what breaks, stalls
        or errs after the headers is in the reply.
        """
        request = self.stream_request(messages, **params)
        kept = await record(self.client, request, timeout_s or self.timeout_s)
        if kept.status is None:
            raise self._trouble(request, kept)
        return assemble(kept)

    async def get(self, path: str, *, timeout_s: float | None = None) -> RawReply:
        return await self._raw(self.client.build_request("GET", path), timeout_s)

    async def post_raw(
        self,
        path: str,
        body: bytes,
        headers: Mapping[str, str] | None = None,
        *,
        timeout_s: float | None = None,
    ) -> RawReply:
        """The bytes as they are, for what no well-behaved client would send; JSON by content type unless
        `headers` says otherwise (an empty `authorization` there sends none).
        """
        sent = {"content-type": "application/json", **(headers or {})}
        request = self.client.build_request("POST", path, content=body, headers=sent)
        if request.headers.get("authorization") == "":
            del request.headers["authorization"]
        return await self._raw(request, timeout_s)

    def body_of(self, messages: Sequence[Message], **params: Any) -> dict[str, Any]:
        named = {"model": self.model} if self.model is not None else {}
        return {**named, "messages": list(messages), **params}

    def stream_request(self, messages: Sequence[Message], **params: Any) -> httpx.Request:
        asked = {"stream": True, "stream_options": {"include_usage": True}, **params}
        return self.client.build_request("POST", "/v1/chat/completions", json=self.body_of(messages, **asked))

    async def _raw(self, request: httpx.Request, timeout_s: float | None) -> RawReply:
        kept = await record(self.client, request, timeout_s or self.timeout_s)
        if kept.status is None or kept.ending is not Ending.CLOSED:
            raise self._trouble(request, kept)
        return RawReply(kept.status, kept.headers, kept.body, kept.ended_s - kept.sent_s)

    def _trouble(self, request: httpx.Request, kept: Recording) -> Unreachable | TimedOut:
        wanted = f"an answer to {request.method} {request.url.path} from {self.address}"
        key = self._key.get_secret_value()
        trouble = kept.trouble.replace(key, "***") if key else kept.trouble
        if kept.ending is Ending.DEADLINE:
            seen = f"none within the deadline ({trouble})"
            return TimedOut(wanted, seen, "look whether the engine is alive: it accepts and does not answer")
        return Unreachable(wanted, f"{kept.ending} ({trouble})", REMEDIES[kept.ending], rung="api")
