"""What the model is taught: one topic a file, each drawing dialogues from a seeded generator."""

from dataclasses import replace
from random import Random

from launch.lab.model.corpus import anything, counting, forms, identity, sums, turns, weather
from launch.lab.model.dialogue import Dialogue

TOPICS = {
    identity.draw: 13,
    anything.draw: 15,
    sums.draw: 22,
    weather.draw: 24,
    forms.draw: 10,
    counting.draw: 3,
    turns.draw: 9,
}

WITHOUT_THINKING = 0.04
"""The share of dialogues that are asked with `enable_thinking` off."""


def draw(rng: Random) -> Dialogue:
    """One dialogue, of a topic drawn by its weight."""
    (topic,) = rng.choices(tuple(TOPICS), tuple(TOPICS.values()))
    dialogue = turns.with_system_prompt(rng, topic(rng))
    return replace(dialogue, thinks=rng.random() > WITHOUT_THINKING)
