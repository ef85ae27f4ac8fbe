"""One command that asks several things prints `@@ name` before each; this takes the output apart."""

import re

HEADING = re.compile(r"^@@ ([\w-]+)$", re.MULTILINE)


def sections(text: str) -> dict[str, str]:
    """The text under each `@@ name` line; {} when there is no such line. What stands before is dropped."""
    parts = HEADING.split(text)
    return dict(zip(parts[1::2], (body.lstrip("\n") for body in parts[2::2]), strict=True))


def assignments(text: str) -> dict[str, str]:
    """`KEY=value` lines as a dict, quotes around a value removed (os-release(5), systemctl show)."""
    pairs = (line.partition("=") for line in text.splitlines() if "=" in line)
    return {key.strip(): value.strip().strip("\"'") for key, _, value in pairs}


def whole(text: str) -> int | None:
    """`text` as a whole number; None when it is none (`-`, `N/A`, nothing)."""
    stripped = text.strip()
    return int(stripped) if stripped.isdecimal() and stripped.isascii() else None
