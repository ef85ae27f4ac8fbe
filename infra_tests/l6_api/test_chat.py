"""What the model says: who it is, what it thinks, and that neither leaks into the other."""

from fixtures.marks import smoke
from fixtures.outcomes import declared
from fixtures.service import WHO
from probes.judgements.replies import ReplyState, classify, identity

SMALL_BUDGET = 50


@smoke
async def test_model_says_who_it_is(introduction, cluster):
    """The answer names the declared model: other weights under the right name would not.

    Remedy: compare the model's folder and hashes on all nodes with what was meant to be served.
    """
    name = declared(cluster.expect.identity, "[expect] identity")
    assert identity(introduction, name).fault == ""


@smoke
async def test_reasoning_is_filled(introduction, cluster):
    """With budget enough the thinking stands in `reasoning` and the answer in `content`.

    Remedy: start the engine with the declared --reasoning-parser.
    """
    declared(cluster.engine and cluster.engine.reasoning_parser, "[engine] reasoning_parser")
    assert classify(introduction).state == ReplyState.BOTH_FILLED, classify(introduction).words


@smoke
async def test_small_budget_ends_while_thinking(api, cluster):
    """With a small budget all tokens go into `reasoning`, `content` is null, and the reason is length.

    Remedy: no tokens at all means a broken engine; thinking inside `content` a missing parser.
    """
    declared(cluster.engine and cluster.engine.reasoning_parser, "[engine] reasoning_parser")
    reply = await api.chat(WHO, max_tokens=SMALL_BUDGET, temperature=0)
    assert classify(reply).state == ReplyState.THINKING_RAN_OUT, classify(reply).words
