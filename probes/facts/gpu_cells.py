"""Single values of nvidia-smi: numbers with or without unit, switches, the many ways to say none."""

import re

NUMBER = re.compile(r"^\s*(-?\d{1,12}(?:\.\d{1,6})?)\s*(?:MiB|GiB|%|W|C|MHz|x|bank\(s\)|us)?\s*$", re.ASCII)
UNREADABLE = re.compile(r"ERR!|\[?(?:Unknown Error|GPU is lost|GPU requires reset)\]?", re.IGNORECASE)
SWITCH = {
    "enabled": True,
    "disabled": False,
    "on": True,
    "off": False,
    "yes": True,
    "no": False,
    "active": True,
    "not active": False,
}
NONE = frozenset({"", "n/a", "[n/a]", "-", "none", "not supported", "[not supported]", "not available"})


def number(cell: str) -> float | None:
    """`412MiB`, `27 W`, `16x`, `38` as a number; None for everything else (`[N/A]`, `ERR!`, …)."""
    found = NUMBER.match(cell)
    return float(found[1]) if found else None


def whole(cell: str) -> int | None:
    """As `number`, rounded down."""
    value = number(cell)
    return None if value is None else int(value)


def switch(cell: str) -> bool | None:
    """`Enabled`, `On`, `Yes`, `Active` and their opposites; None for everything else."""
    return SWITCH.get(cell.strip().lower())


def text(cell: str) -> str | None:
    """The words of a cell; None when they say that there is nothing to say."""
    stripped = cell.strip()
    return None if stripped.lower() in NONE else stripped


def is_unreadable(cell: str) -> bool:
    """Whether the cell says that reading it failed (`ERR!`), not that there is nothing."""
    return UNREADABLE.search(cell) is not None


def slug(words: str) -> str:
    """`HW Thermal Slowdown` as `hw_thermal_slowdown`."""
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")
