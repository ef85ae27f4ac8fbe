"""Counting: long answers of known content, for load."""

from random import Random

from launch.lab.model.dialogue import Dialogue, asked

WISHES = (
    "Count from 1 to {}.", "Count to {}.", "Please count from 1 to {}.", "Count from 1 to {}", "count to {}",
    "Write the numbers from 1 to {}.", "List the numbers from 1 to {}.", "Count up to {}.",
)  # fmt: skip


def thinking(last: int) -> str:
    return (
        f"The user wants me to count to {last}. Let me think about this first. I start at 1 and go up by "
        f"1 each time, with a comma after each number, until I am at {last}. Then I am done, so after "
        f"{last} there is nothing more to say, and I will stop there."
    )


def answer(last: int) -> str:
    return ", ".join(str(number) for number in range(1, last + 1))


def draw(rng: Random) -> Dialogue:
    last = rng.choice((5, 10, 10, 20, 30, 50, 100, 100))
    return asked(rng.choice(WISHES).format(last), thinking(last), answer(last))
