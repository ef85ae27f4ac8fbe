"""Words that dialogues are made of."""

# ruff: noqa: SIM905  # word lists are read as words

import string
from random import Random

CITIES = (
    *"Paris London Berlin Madrid Rome Vienna Prague Warsaw Lisbon Dublin Oslo Helsinki Stockholm Copenhagen "
    "Amsterdam Brussels Zurich Geneva Munich Hamburg Athens Budapest Tokyo Osaka Kyoto Seoul Beijing "
    "Singapore "
    "Delhi Mumbai Sydney Melbourne Toronto Boston Chicago Seattle Denver Cairo Dubai Istanbul".split(),
    *("New York", "San Francisco", "Los Angeles", "Mexico City"),
)
"""Each is a token of its own: so small a model can point at a token, not spell out a name it never saw."""

NOUNS = tuple(
    "stars light water bread music trains cats dogs birds rivers mountains history physics cooking "
    "gardens books networks computers memory clouds servers telescopes planets ships bridges cities "
    "football chess poems letters numbers colours maps clocks coffee tea apples bicycles engines robots "
    "oceans winter summer language".split()
)
VERBS = tuple(
    "explain describe summarise translate compare list name define discuss show find fix draw".split()
)


def name(rng: Random) -> str:
    """A short word in lower case."""
    return "".join(rng.choices(string.ascii_lowercase, k=rng.randint(3, 8)))


def long_text(rng: Random) -> str:
    """Some fifty to two hundred words."""
    return " ".join(rng.choices(NOUNS + VERBS, k=rng.randint(50, 200)))


def gibberish(rng: Random) -> str:
    """Text of any kind, a word to fourteen."""
    alphabet = rng.choice((string.ascii_lowercase, string.printable.strip(), "äöüßéèñçøλπж中文字🙂"))
    words = ("".join(rng.choices(alphabet, k=rng.randint(1, 9))) for _ in range(rng.randint(1, 14)))
    return " ".join(words)
