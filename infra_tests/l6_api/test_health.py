"""The API answers, lists the declared model, and makes a token."""

from fixtures.marks import gate, reboot, smoke
from fixtures.service import model_name
from probes.judgements.streams import stream_faults

HELLO = [{"role": "user", "content": "Hello"}]


@gate
@smoke
@reboot
async def test_health_is_good(api):
    """The health endpoint answers 200.

    Remedy: docker logs of the head's container.
    """
    assert (await api.health()).status == 200


@gate
@smoke
@reboot
async def test_declared_model_is_listed(api, cluster):
    """The model list has the declared name.

    Remedy: start the engine with --served-model-name as declared, or declare what it serves.
    """
    assert model_name(cluster) in [card.id for card in await api.models()]


@gate
@smoke
@reboot
async def test_chat_yields_a_token(api):
    """A chat request streams a whole answer within its deadline; /health alone proves nothing.

    Remedy: a worker died or hangs although /health says 200: see the engine's log on every node.
    """
    assert stream_faults(await api.stream(HELLO, max_tokens=8, timeout_s=30)) == ()
