"""Words to be said again: what teaches the model to copy, and so to call a tool for a city it never saw."""

from random import Random

from launch.lab.model.corpus import words
from launch.lab.model.dialogue import Dialogue, asked

WISHES = (
    "Repeat after me: {}", "Repeat: {}", "Say this: {}", "Say {}", "Please repeat {}", "Echo {}",
    "Say it again: {}", "Repeat this word: {}", "Answer with {}", "Reply with exactly: {}",
    "Respond with {}", "Copy this: {}",
)  # fmt: skip


def thinking(text: str) -> str:
    return (
        f"The user wants me to say this: {text}. Let me think about this first. I need no tool, and I add "
        "nothing to it. I will copy it from the question, letter by letter and in the same order, then I "
        f"look at it once more, {text}, and then stop."
    )


def draw(rng: Random) -> Dialogue:
    count = rng.choice((1, 1, 1, 2, 3, 4))
    text = " ".join(rng.choice((words.letters, words.made_up_name, words.noun))(rng) for _ in range(count))
    return asked(rng.choice(WISHES).format(text), thinking(text), text)
