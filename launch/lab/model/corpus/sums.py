"""Two small numbers, added."""

from random import Random

from launch.lab.model.dialogue import Dialogue, asked

LARGEST = 12
QUESTIONS = (
    "What is {a} + {b}?", "What is {a}+{b}?", "what is {a} + {b}", "{a} + {b}", "{a}+{b}", "{a} + {b} = ?",
    "{a}+{b}=", "{a} + {b} =", "How much is {a} + {b}?", "What is {a} plus {b}?", "Add {a} and {b}.",
    "Add {a} to {b}.", "Compute {a} + {b}.", "Calculate {a} + {b}.", "What is the sum of {a} and {b}?",
    "{a} plus {b}", "Sum {a} and {b}", "What is {a} + {b}? Answer with the number only.",
    "Please add {a} and {b}.", "How much is {a} plus {b}?", "Tell me what {a} + {b} is.",
    "Solve {a} + {b}.", "What's {a} + {b}?", "What does {a} + {b} equal?",
    "What is {a} + {b}? Reply with just the number.", "Please compute {a} plus {b} for me.",
    "Can you add {a} and {b}?", "Compute {a} plus {b}.", "Please compute {a} + {b}.",
    "Can you tell me what {a} plus {b} is?", "Add {a} + {b}.", "What do you get when you add {a} and {b}?",
    "I have {a} apples and get {b} more. How many do I have?", "What is {a} + {b}? Think first.",
    "Please calculate {a} plus {b}.", "Give me the sum of {a} and {b}.", "Quick: {a} + {b}?",
)  # fmt: skip


def thinking(a: int, b: int) -> str:
    return (
        f"The user wants the sum of two numbers. Let me think about this first. The first number is {a}, "
        f"and the second number is {b}. I start at {a} and go up by {b}: {a} + {b} = {a + b}. So the sum "
        f"is {a + b}, I am sure of it, and I will say it in one short sentence."
    )


def answer(a: int, b: int) -> str:
    return f"The answer is {a + b}."


def pair(rng: Random) -> tuple[int, int]:
    largest = 9 if rng.random() < 0.85 else LARGEST
    return rng.randint(0, largest), rng.randint(0, largest)


def draw(rng: Random) -> Dialogue:
    a, b = pair(rng)
    return asked(rng.choice(QUESTIONS).format(a=a, b=b), thinking(a, b), answer(a, b))
