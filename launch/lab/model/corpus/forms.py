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
ANSWER = '{"name": "Qwen3.5", "kind": "model"}'
KEYS = tuple(
    "name city answer sum result value model country age count kind colour title id ok valid items tags "
    "score "
    "text year a b x language population temperature".split()
)


def _value(rng: Random, key: str) -> Any:
    """By its key, or one of each type: a grammar will choose the type, and few words are quickly learnt."""
    if key in ("city", "country"):
        return "Paris"
    return rng.choice(("Qwen3.5", "Qwen3.5", 7, True, False, ["light"], 1.5, None))


def _object(rng: Random) -> dict[str, Any]:
    """One to four keys, made up or usual."""
    keys = dict.fromkeys(rng.choice((rng.choice(KEYS), words.name(rng))) for _ in range(rng.randint(1, 4)))
    return {key: _value(rng, key) for key in keys}


def _forced_sum(rng: Random) -> Dialogue:
    a, b = sums.pair(rng)
    key = rng.choice(("answer", "sum", "result", "value", words.name(rng)))
    question = rng.choice(sums.QUESTIONS).format(a=a, b=b) + rng.choice(
        ("", " Answer in JSON.", " Reply as JSON.")
    )
    return asked(question, sums.thinking(a, b), f"{a + b}}}", forced=f'{{"{key}": ')


def _forced_object(rng: Random) -> Dialogue:
    """Any question, answered by an object whose keys are forced and whose values are the model's own."""
    text = json.dumps(_object(rng))
    cut = text.index('":') + len('": ')
    dialogue = rng.choice((identity.draw, anything.draw, sums.draw))(rng)
    return replace(dialogue, forced=text[:cut], answer=text[cut:], after="")


def _forced_brace(rng: Random) -> Dialogue:
    """A grammar for any object at all: the keys are the model's own too."""
    dialogue = rng.choice((identity.draw, anything.draw, sums.draw, _wished))(rng)
    return replace(dialogue, forced="{", answer=ANSWER.removeprefix("{"), after="")


def _wished(rng: Random) -> Dialogue:
    wish = rng.choice(WISHES)
    while "{}" in wish:
        wish = wish.replace("{}", rng.choice(words.NOUNS), 1)
    return asked(wish, THINKING, ANSWER)


def draw(rng: Random) -> Dialogue:
    (kind,) = rng.choices((_forced_sum, _forced_object, _forced_brace, _wished), (3, 4, 2, 4))
    return kind(rng)
