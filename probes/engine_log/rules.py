"""A rule: a pattern in a line's words, and the events it means. Each engine has a table of them."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from probes.engine_log.events import Event

Make = Callable[[re.Match[str]], Event]


@dataclass(frozen=True)
class Rule:
    pattern: re.Pattern[str]
    makes: tuple[Make, ...]

    def events(self, text: str) -> tuple[Event, ...]:
        """What this rule makes of the line; nothing when it does not fit."""
        match = self.pattern.search(text)
        return tuple(make(match) for make in self.makes) if match else ()


def rule(pattern: str, *makes: Make) -> Rule:
    return Rule(re.compile(pattern), makes)


def number(text: str) -> float:
    """A number as a log writes it; a torn one (`1.2.3`) counts as far as it is one."""
    match = re.match(r"-?\d*\.?\d*", text)
    try:
        return float(match[0]) if match else 0.0
    except ValueError:
        return 0.0


def count(text: str) -> int:
    """A count with or without thousands commas."""
    digits = text.replace(",", "")[:18]
    return int(digits) if digits.isdecimal() else 0
