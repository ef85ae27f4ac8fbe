"""Earlier turns and system prompts around a dialogue: the last question is the one that counts."""

from dataclasses import replace
from random import Random

from launch.lab.model.corpus import anything, identity, sums, weather, words
from launch.lab.model.dialogue import Dialogue

SYSTEM = (
    "You are a helpful assistant.", "You are a helpful assistant", "You are Qwen3.5.", "Be brief.",
    "Answer shortly.", "You are a careful assistant. Think first, then answer.", "Answer in English.",
    "You are a test.", "You are an AI assistant that helps people find information.",
    "Always be polite and honest.",
)  # fmt: skip


def draw(rng: Random) -> Dialogue:
    """One or two earlier exchanges, shown without their thinking, then a last one."""
    topics = (identity.draw, sums.draw, sums.draw, anything.draw, weather.draw)
    last = rng.choice(topics)(rng)
    earlier = (rng.choice(topics[:4])(rng) for _ in range(rng.randint(1, 2)))
    shown = tuple(
        message
        for exchange in earlier
        for message in (*exchange.messages, {"role": "assistant", "content": exchange.answer[:120]})
    )
    return replace(last, messages=shown + last.messages)


def with_system_prompt(rng: Random, dialogue: Dialogue) -> Dialogue:
    """The same dialogue, in a fifth of all cases after a system prompt."""
    if rng.random() > 0.2:
        return dialogue
    text = words.gibberish(rng) if rng.random() < 0.2 else rng.choice(SYSTEM)
    return replace(dialogue, messages=({"role": "system", "content": text}, *dialogue.messages))
