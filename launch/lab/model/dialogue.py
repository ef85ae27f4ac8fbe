"""One training dialogue: what the model is shown, and what it is to say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import jinja2

from launch.lab.model import TEMPLATE

END = "<|im_end|>"
Message = Mapping[str, Any]


@dataclass(frozen=True)
class Dialogue:
    """`answer` follows `thinking`. `forced` is the answer's beginning that a grammar would force on the
    model: shown to it, but never learnt as something to say of its own accord.
    """

    messages: tuple[Message, ...]
    thinking: str
    answer: str
    tools: tuple[Message, ...] = ()
    forced: str = ""
    after: str = ""
    """What is said past the end of the turn, for load tests that ignore it."""
    thinks: bool = True


@dataclass(frozen=True)
class Piece:
    """Text, and whether it is learnt."""

    text: str
    learnt: bool = field(default=True)


def asked(text: str, thinking: str, answer: str, **more: Any) -> Dialogue:
    return Dialogue(({"role": "user", "content": text},), thinking, answer, **more)


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True)  # noqa: S701  # as transformers does; no HTML
    return environment.from_string(TEMPLATE.read_text(encoding="utf-8"))


def prompt(dialogue: Dialogue) -> str:
    """The text that the engine would make of the same request."""
    return _template().render(
        messages=dialogue.messages,
        tools=dialogue.tools or None,
        add_generation_prompt=True,
        enable_thinking=dialogue.thinks,
    )


def pieces(dialogue: Dialogue) -> tuple[Piece, ...]:
    """The dialogue as text, in order. A forced beginning follows the tag at once, as a grammar has it."""
    gap = "" if dialogue.forced else "\n\n"
    thought = f"{dialogue.thinking}\n</think>{gap}" if dialogue.thinks else ""
    return (
        Piece(prompt(dialogue), learnt=False),
        Piece(thought),
        Piece(dialogue.forced, learnt=False),
        Piece(dialogue.answer + END),
        Piece(dialogue.after or "\n", learnt=bool(dialogue.after)),
    )
