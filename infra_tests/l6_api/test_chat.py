"""What the model says: who it is, what it thinks, and that neither leaks into the other."""

from fixtures.marks import smoke
from fixtures.outcomes import declared
from probes.judgements.replies import ReplyState, classify, identity


@smoke
async def test_model_says_who_it_is(answers, cluster):
    """The answer names the declared model: other weights under the right name would not.

    Remedy: compare the model's folder and hashes on all nodes with what was meant to be served.
    """
    name = declared(cluster.expect.identity, "[expect] identity")
    assert identity(answers.introduction, name).fault == ""


@smoke
async def test_reasoning_is_filled(answers, cluster):
    """With budget enough the thinking stands in `reasoning` and the answer in `content`.

    Remedy: start the engine with the declared --reasoning-parser.
    """
    declared(cluster.engine and cluster.engine.reasoning_parser, "[engine] reasoning_parser")
    found = classify(answers.introduction)
    assert found.state == ReplyState.BOTH_FILLED, found.words


@smoke
async def test_small_budget_ends_while_thinking(answers, cluster):
    """With a small budget all tokens go into `reasoning`, `content` is null, and the reason is length.

    Remedy: no tokens at all means a broken engine; thinking inside `content` a missing parser.
    """
    declared(cluster.engine and cluster.engine.reasoning_parser, "[engine] reasoning_parser")
    found = classify(answers.small_budget)
    assert found.state == ReplyState.THINKING_RAN_OUT, found.words
