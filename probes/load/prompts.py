"""What the requests ask: one fixed text, texts drawn to a length distribution, or lines of a file.

A source maps the request's number to its messages, so that a run can be repeated exactly.
"""

import json
import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from inventory.errors import BadInput

Messages = list[dict[str, Any]]

TEXT = "Tell me about the night sky, in your own words, and think it through before you answer."
WORDS = TEXT.replace(",", "").replace(".", "").lower().split()


def fixed(text: str = TEXT) -> Callable[[int], Messages]:
    """The same text every time: an engine's prefix cache answers most of the prefill."""
    return lambda _number: [{"role": "user", "content": text}]


FIXED = fixed()


def drawn(median_words: int, sigma: float = 0.5, seed: int = 0) -> Callable[[int], Messages]:
    """Log-normal lengths around the median (sigma in log space), each prompt new from its first word on."""

    def prompt(number: int) -> Messages:
        draw = random.Random(f"{seed}/{number}")  # noqa: S311 - a workload, not a secret
        length = max(1, round(draw.lognormvariate(math.log(median_words), sigma)))
        words = [f"{draw.randrange(10**6)}", *(draw.choice(WORDS) for _ in range(length - 1))]
        return [{"role": "user", "content": " ".join(words)}]

    return prompt


def from_file(path: Path) -> Callable[[int], Messages]:
    """One prompt a line: a JSON list of messages, or else the line as the user's text; round robin.

    Raises BadInput when the file cannot be read or holds no prompt.
    """
    try:
        lines = [line for line in path.read_text("utf-8").split("\n") if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"a file of prompts at {path}", str(error), "name a readable UTF-8 file") from error
    if not lines:
        raise BadInput(f"prompts in {path}", "none", "write one prompt a line")
    return _cycled([_messages_of(line) for line in lines])


def _cycled(prompts: Sequence[Messages]) -> Callable[[int], Messages]:
    return lambda number: prompts[number % len(prompts)]


def _messages_of(line: str) -> Messages:
    try:
        value = json.loads(line)
    except ValueError:
        value = None
    is_messages = isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)
    return value if is_messages else [{"role": "user", "content": line.strip()}]
