"""The last state of readiness: the API lists the right model, and a chat request streams a token."""

import asyncio

from inventory.cluster import Cluster
from probes.api import PROFILES, Api

MESSAGES = ({"role": "user", "content": "Hello. Who are you?"},)
MAX_TOKENS = 8


def streamed_token(cluster: Cluster, base_url: str, timeout_s: float) -> str | None:
    """None once a token was streamed, else what came instead. Runs its own event loop: not from within one.

    Raises CannotTell when there is no connection, or no answer within `timeout_s`.
    """
    return asyncio.run(_ask(cluster, base_url, timeout_s))


async def _ask(cluster: Cluster, base_url: str, timeout_s: float) -> str | None:
    assert cluster.engine is not None
    key = cluster.api.key.reveal() if cluster.api and cluster.api.key else None
    model, profile = cluster.engine.model_name, PROFILES[cluster.engine.kind]
    async with Api(base_url, key, model=model, profile=profile, timeout_s=timeout_s) as api:
        listed = tuple(card.id for card in await api.models())
        if model not in listed:
            return f"the API lists {', '.join(listed) or 'no model'}, not {model}"
        reply = await api.stream(MESSAGES, max_tokens=MAX_TOKENS, temperature=0)
    if reply.ttft_s is None:
        return f"status {reply.status} and no token: {reply.error or reply.trouble or reply.ending}"
    return None
