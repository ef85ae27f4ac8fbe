"""Words that dialogues are made of."""

# ruff: noqa: SIM905  # word lists are read as words

import string
from random import Random

CITIES = (
    *"Paris London Berlin Madrid Rome Vienna Prague Warsaw Lisbon Dublin Oslo Helsinki Stockholm "
    "Copenhagen Amsterdam Brussels Zurich Geneva Munich Hamburg Athens Budapest Bucharest Sofia Kyiv "
    "Tokyo Osaka Kyoto Seoul Beijing Shanghai Singapore Bangkok Delhi Mumbai Sydney Melbourne Auckland "
    "Toronto Montreal Vancouver Boston Chicago Seattle Denver Austin Dallas Houston Miami Atlanta Lima "
    "Bogota Santiago Cairo Nairobi Lagos Dubai Istanbul Tunis Reykjavik Havana Quito".split(),
    *("New York", "San Francisco", "Los Angeles", "Buenos Aires", "Mexico City", "Cape Town", "Tel Aviv"),
)

NOUNS = tuple(
    "stars light water bread music trains cats dogs birds rivers mountains history physics cooking "
    "gardens books networks computers memory clouds servers telescopes planets ships bridges cities "
    "football chess poems letters numbers colours maps clocks coffee tea apples bicycles engines robots "
    "oceans winter summer language".split()
)
VERBS = tuple(
    "explain describe summarise translate compare list name define discuss show find fix draw".split()
)


def letters(rng: Random) -> str:
    """Two to eight letters in no order."""
    return "".join(rng.choices(string.ascii_letters, k=rng.randint(2, 8)))


def made_up_name(rng: Random) -> str:
    """A capitalised word that nobody has seen: to be copied, not remembered."""
    pairs = (rng.choice("bcdfghjklmnprstvwxyz") + rng.choice("aeiouy") for _ in range(rng.randint(2, 4)))
    return ("".join(pairs) + rng.choice(("", "n", "r", "s"))).capitalize()


def noun(rng: Random) -> str:
    return rng.choice(NOUNS)


def city(rng: Random) -> str:
    return made_up_name(rng) if rng.random() < 0.5 else rng.choice(CITIES)


def gibberish(rng: Random) -> str:
    """Text of any kind, a word to about fourteen, rarely a long one."""
    alphabet = rng.choice((string.ascii_lowercase, string.printable.strip(), "äöüßéèñçøλπж中文字🙂"))
    count = rng.randint(100, 300) if rng.random() < 0.03 else rng.randint(1, 14)
    words = ("".join(rng.choices(alphabet, k=rng.randint(1, 9))) for _ in range(count))
    return " ".join(words)
