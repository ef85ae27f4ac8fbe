"""Secrets never reach a report: declared values, and what looks like one by its shape or its name."""

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final
from urllib.parse import quote

HIDDEN: Final = "▒▒▒▒"
FRAGMENT: Final = 3
"""Characters of a secret's end that are too few to be told from other text."""

_NAME: Final = (
    r"[\w.-]*(?:passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key"
    r"|credentials?|(?<!eos_)(?<!bos_)(?<!pad_)(?<!unk_)(?<!first_)(?<!per_)token)"
)
_VALUE: Final = r"""(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\S+)"""
_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"(?P<kept>-----BEGIN [A-Z ]*PRIVATE KEY-----).*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
        r"(?P<kept>\bauthorization\W{1,4}(?:bearer|basic|token|digest)\s+)\S+",
        r"(?P<kept>\bbearer\s+)\S+",
        r"(?P<kept>)\b(?:hf_|sk-|ghp_|gho_|ghs_|github_pat_|glpat-|nvapi-|xox[abps]-)[\w-]{3,}",
        rf"(?P<kept>(?<!\w)--{_NAME}\s+){_VALUE}",
        rf"(?P<kept>(?<![\w-]){_NAME}\\?[\"']?\s*[=:]\s*){_VALUE}",
        r"(?P<kept>\b\w+://[^\s:/@]*:)[^\s/@]+(?=@)",
    )
)
_SPELLINGS: Final[tuple[Callable[[str], str], ...]] = (
    str,
    lambda secret: quote(secret, safe=""),
    lambda secret: json.dumps(secret)[1:-1],
    lambda secret: json.dumps(secret, ensure_ascii=False)[1:-1],
    lambda secret: repr(secret)[1:-1],
    html.escape,
)


class Mask:
    """Hides the declared secrets in each of their spellings, and all that is shaped or named like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        spelt = frozenset(spelling(secret) for secret in secrets if secret for spelling in _SPELLINGS)
        self._declared = tuple(map(re.compile, _declared(spelt))) if spelt else ()

    def __call__(self, text: str) -> str:
        for declared in self._declared:
            text = declared.sub(HIDDEN, text)
        for pattern in _PATTERNS:
            text = pattern.sub(_hide, text)
        return text


def _declared(spelt: frozenset[str]) -> Iterator[str]:
    """Patterns of whole secrets, then of what a shortened text ("abc...xyz") leaves of their two ends."""
    yield _any(spelt)
    heads = {secret[:end] for secret in spelt for end in range(FRAGMENT, len(secret))}
    tails = {secret[start:] for secret in spelt for start in range(1, len(secret) - FRAGMENT + 1)}
    if heads:
        yield rf"(?:{_any(heads)})(?=\.\.\.|…)"
        yield rf"(?<=\.\.\.)(?:{_any(tails)})|(?<=…)(?:{_any(tails)})"


def _any(texts: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))


def _hide(match: re.Match[str]) -> str:
    return match["kept"] + HIDDEN
