"""How the client reaches a server: the address it may use, the connection pools it may stand on."""

from collections.abc import Callable
from urllib.parse import urlsplit

import httpx

from inventory.errors import BadInput
from probes.api.stamped import StampedTransport, stamping_session


def _aiohttp_transport() -> httpx.AsyncBaseTransport:
    return StampedTransport(client=stamping_session, trust_env=False)


def _httpx_transport() -> httpx.AsyncBaseTransport:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    return httpx.AsyncHTTPTransport(limits=limits, trust_env=False)


TRANSPORTS: dict[str, Callable[[], httpx.AsyncBaseTransport]] = {
    "aiohttp": _aiohttp_transport,
    "httpx": _httpx_transport,
}
"""aiohttp's pool stays linear at hundreds of streams; httpx's own is quadratic but one package less."""


def address_of(base_url: str) -> str:
    """The server's root, `/v1` and a last slash taken off; raises BadInput."""
    try:
        parts = urlsplit(base_url)
        is_usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable:
        raise BadInput("an address such as http://host:30000", repr(base_url), "correct the address")
    if parts.username is not None or parts.password is not None:
        raise BadInput("an address without credentials", "credentials in it", "give the key apart, as key")
    path = parts.path.rstrip("/").removesuffix("/v1")
    return f"{parts.scheme}://{parts.netloc}{path}"


def transport_of(transport: str | httpx.AsyncBaseTransport) -> httpx.AsyncBaseTransport:
    """A transport by its name in TRANSPORTS, or as given; raises BadInput for an unknown name."""
    if not isinstance(transport, str):
        return transport
    if transport not in TRANSPORTS:
        known = ", ".join(sorted(TRANSPORTS))
        raise BadInput(f"a transport of {known}", repr(transport), "choose one of them")
    return TRANSPORTS[transport]()


def headers_of(key: str | None) -> dict[str, str]:
    """What every request carries; raises BadInput (without the key) for what HTTP cannot carry."""
    plain = {"accept-encoding": "identity"}
    if not key:
        return plain
    if not (key.isascii() and key.isprintable()):
        raise BadInput("a key of printable ASCII", "other characters in it", "look for a stray line end")
    return {**plain, "authorization": f"Bearer {key}"}
