"""Secrets never reach a report: declared values, and what looks like one by its shape or its name."""

import html
import json
import re
from collections.abc import Callable, Iterable
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
        r"(?P<kept>)\bhf_(?:(?-i:(?=[a-z]*[0-9A-Z]))[a-z0-9]{6,}|[a-z0-9]{20,})",
        r"(?P<kept>)\b(?:sk-|ghp_|gho_|ghs_|github_pat_|glpat-|nvapi-|xox[abps]-)[\w-]{6,}",
        rf"(?P<kept>(?<!\w)--{_NAME}\s+){_VALUE}",
        rf"(?P<kept>(?<![\w-]){_NAME}\\?[\"']?\s*[=:]\s*){_VALUE}",
        r"(?P<kept>\b\w+://[^\s:/@]*:)[^\s/@]+(?=@)",
    )
)
_ELLIPSIS: Final = re.compile(r"(\.\.\.|…)")
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
        spelt = {spelling(secret) for secret in secrets if secret for spelling in _SPELLINGS}
        self._secrets = sorted(spelt, key=len, reverse=True)
        self._declared = re.compile("|".join(map(re.escape, self._secrets))) if spelt else None

    def __call__(self, text: str) -> str:
        if self._declared:
            text = _without_fragments(self._declared.sub(HIDDEN, text), self._secrets)
        for pattern in _PATTERNS:
            text = pattern.sub(_hide, text)
        return text


def _without_fragments(text: str, secrets: Iterable[str]) -> str:
    """Without what a shortened text ("abc...xyz") leaves of a secret's two ends."""
    if "..." not in text and "…" not in text:
        return text
    parts = _ELLIPSIS.split(text)
    for secret in secrets:
        parts = [*(_behead(part, secret) for part in parts[:-1]), parts[-1]]
        parts = [parts[0], *(_curtail(part, secret) for part in parts[1:])]
    return "".join(parts)


def _behead(text: str, secret: str) -> str:
    ends = range(len(secret) - 1, FRAGMENT - 1, -1)
    return next((text[:-end] + HIDDEN for end in ends if text.endswith(secret[:end])), text)


def _curtail(text: str, secret: str) -> str:
    lengths = range(len(secret) - 1, FRAGMENT - 1, -1)
    return next((HIDDEN + text[size:] for size in lengths if text.startswith(secret[-size:])), text)


def _hide(match: re.Match[str]) -> str:
    return match["kept"] + HIDDEN
