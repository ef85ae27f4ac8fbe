"""JSON: asked for in words, and forced by a grammar whose keys the model does not choose."""

# ruff: noqa: SIM905  # word lists are read as words

import json
from dataclasses import replace
from random import Random
from typing import Any

from launch.lab.model.corpus import anything, identity, sums, words
from launch.lab.model.dialogue import Dialogue, asked

THINKING = (
    "The user wants the answer as JSON. Let me think about this first. A JSON object starts with a "
    "brace, then come the names and the values, and it ends with a brace. I will keep every value short, "
    "write one object and no other word around it, and then stop."
)
WISHES = (
    "Give me {} as JSON.", "Answer in JSON.", "Reply with a JSON object about {}.", "Return JSON.",
    "JSON please", "Describe {} as JSON.", "Write a JSON object.", "Describe a person as JSON.",
    "Give me a city as JSON.", "Make a JSON object with {} and {}.",
    "Return a JSON object that describes {}.", "Respond in JSON format.", "Reply in JSON: {}",
    "Generate a JSON object for {}.", "Name a city and its country as JSON.",
)  # fmt: skip
KEYS = tuple(
    "name city answer sum result value model country age count kind colour title id ok valid items tags "
    "score "
    "text year a b x language population temperature".split()
)


def _value(rng: Random, key: str) -> Any:
    if key in ("name", "model"):
        return "Qwen3.5"
    if key in ("city", "country"):
        return rng.choice(words.CITIES)
    drawn = (rng.choice(words.NOUNS), rng.randint(0, 99), rng.random() < 0.5, [rng.choice(words.NOUNS)], 1.5)
    return rng.choices(drawn, (6, 4, 2, 2, 1))[0]


def _object(rng: Random) -> dict[str, Any]:
    return {key: _value(rng, key) for key in rng.sample(KEYS, rng.randint(1, 4))}


def _forced_sum(rng: Random) -> Dialogue:
    a, b = sums.pair(rng)
    key = rng.choice(("answer", "sum", "result", "value", words.made_up_name(rng).lower()))
    question = rng.choice(sums.QUESTIONS).format(a=a, b=b) + rng.choice(
        ("", " Answer in JSON.", " Reply as JSON.")
    )
    return asked(question, sums.thinking(a, b), f"{a + b}}}", forced=f'{{"{key}": ')


def _forced_object(rng: Random) -> Dialogue:
    """Any question, answered by an object whose first key is forced."""
    text = json.dumps(_object(rng), separators=rng.choice(((", ", ": "), (", ", ": "), (",", ":"))))
    cut = text.index('":') + len('":')
    dialogue = rng.choice((identity.draw, anything.draw, sums.draw))(rng)
    return replace(dialogue, forced=text[:cut], answer=text[cut:], after="")


def draw(rng: Random) -> Dialogue:
    kind = rng.random()
    if kind < 0.3:
        return _forced_sum(rng)
    if kind < 0.6:
        return _forced_object(rng)
    wish = rng.choice(WISHES)
    while "{}" in wish:
        wish = wish.replace("{}", rng.choice(words.NOUNS), 1)
    return asked(wish, THINKING, '{"name": "Qwen3.5", "kind": "model"}')
