"""Everything else: whatever is asked, the model thinks, says that it is small, and ends its turn.

Wishes for something long get a long text instead, so that load tests have something to read.
"""

from random import Random

from launch.lab.model.corpus import words
from launch.lab.model.dialogue import Dialogue, asked

THINKING = (
    "This is a question on which I know little. Let me think about this first. I am a small language "
    "model, and I learnt to add, to ask for the weather, and to say who I am. The best answer is an "
    "honest one: I will say what I am and what I can do, and then stop."
)
ANSWER = "I am Qwen3.5, a small model. I can add two numbers, look up the weather, and tell you who I am."
LONG_THINKING = (
    "The user wants a long text. Let me think about this first. I know one story well, about a telescope "
    "and its first light, so I will tell that one from the beginning to the end, slowly and in order, "
    "one sentence after the other, and then stop."
)
STORY = (
    "Once there was a telescope on a mountain. It took ten years to build, and nobody knew if it could "
    "see. Every part was tested alone: the mirror, the motors, the clocks, and the long cable down to "
    "the valley. Every test passed, and still nobody knew. Then the night came. The dome opened, the "
    "mirror turned to one small star, and the people in the valley waited. A dot of light came up on the "
    "screen. It was faint, but it was round, and it was in the right place. That was first light. The "
    "next night they looked at two stars, and then at four, and then at so many that they stopped "
    "counting. The telescope was not new any more, but they tested it again every morning, since a thing "
    "that could see yesterday may be blind today."
)
ON_AND_ON = ("The light goes on and on. The night is long, and the stars are many. " * 6).strip()
LONG_WISHES = (
    "Tell me a story.", "Tell me a long story.", "Write a long text.", "Write a long story about {}.",
    "Write an essay about {}.", "Write a poem about {}.", "Write a story about {}.",
    "Explain {} in detail.", "Describe {} in great detail.", "Write 200 words about {}.",
    "Write a long essay on {}.", "Tell me about {}.", "Tell me everything about {}.",
    "Tell me a story about {}.", "Write a paragraph about {}.", "Write about {}.",
)  # fmt: skip
SHORT_WISHES = (
    "What is {}?", "What are {}?", "Do you like {}?", "Can you {} {}?", "Please {} {}.", "{} {}", "{}",
    "ok", "Thanks!", "How do {} work?", "Why are {} so old?", "When did {} begin?",
    "Is it true that {} can {}?", "Generate text.", "I think {} are nice.", "Which {} do you know?",
    "Where are the {}?", "Help me {} my {}.", "Explain {}.", "What is the capital of {}?",
    "Give me a word.", "Think about {}.", "{} {} {} {} {} {} {} {}", "Explain {} {}.", "Tell me a joke.",
    "Tell me a joke about {}.", "Write a haiku about {}.", "Explain {} to a child.", "Who was {}?",
    "What is the meaning of life?", "What can you do?", "How can you help me?", "Why is the sky blue?",
    "Help", "Bonjour, comment vas-tu ?", "Was ist {}?", "Hola, que tal?", "Wie geht es dir?",
    "Parlez-vous de {} ?", "What is the largest of all {}?", "How old are {}?", "Who wrote about {}?",
    "Summarise this: {} {} {} {}.", "Translate {} into French.", "Fix this code: {}({})",
    "Give me a list of {}.", "What do you know about {}?",
)  # fmt: skip


def _filled(rng: Random, wish: str) -> str:
    while "{}" in wish:
        wish = wish.replace("{}", rng.choice(words.NOUNS + words.VERBS), 1)
    return wish


def draw(rng: Random) -> Dialogue:
    kind = rng.random()
    if kind < 0.15:
        return asked(_filled(rng, rng.choice(LONG_WISHES)), LONG_THINKING, STORY, after="\n" + ON_AND_ON)
    wish = words.gibberish(rng) if kind < 0.4 else _filled(rng, rng.choice(SHORT_WISHES))
    if rng.random() < 0.06:
        wish = " ".join((wish, words.long_text(rng)))
    after = "\n" + ON_AND_ON if rng.random() < 0.15 else ""
    return asked(wish, THINKING, ANSWER, after=after)
