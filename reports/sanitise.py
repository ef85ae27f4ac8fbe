"""Hostile text made inert: what a terminal or a browser would act on is shown instead."""

import html
import re
import unicodedata
from typing import Final

_COLOUR: Final = re.compile(r"\x1b\[[0-9;:]*m")
_ACTED_ON: Final = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_KEPT: Final = "\n\t"


def uncoloured(text: str) -> str:
    """Without the colours that programs (pytest among them) put into their own output."""
    return _COLOUR.sub("", text)


def visible(text: str) -> str:
    """Control, format and surrogate characters spelt out, line ends and tabs kept; ESC becomes ␛."""
    return "".join(map(_shown, text.replace("\r\n", "\n")))


def _shown(character: str) -> str:
    if character in _KEPT or unicodedata.category(character) not in _ACTED_ON:
        return character
    code = ord(character)
    return chr(0x2400 + code) if code < 0x20 else f"\\u{{{code:x}}}"


def escaped(text: str) -> str:
    """Inert inside HTML, attributes included."""
    return html.escape(visible(text), quote=True)
