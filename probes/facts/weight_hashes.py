"""SHA-256 of every file of a model's folder. Reads it all: asked for on purpose only."""

import re
from collections.abc import Mapping

from inventory.transport.quoting import quoted
from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections

PREAMBLE = "cd %s 2>/dev/null || { echo '@@ absent'; exit 0; }\n"
HASHES = r"""
find -L . -type f ! -path './.git/*' ! -path './.cache/*' -print0 | xargs -0 -r -n 1 -P 4 sha256sum
"""
SUM = re.compile(r"^([0-9a-f]{64}) [ *](?:\./)?(.+)$", re.MULTILINE)
HASH_GIB_PER_S = 0.2
"""A slow disk's pace; it only sets how long hashing may take."""


def fact(model_path: str, total_gib: float) -> Fact[Mapping[str, str]]:
    """SHA-256 of every file of the folder; reads it all, so it has the time that a slow disk needs."""
    timeout_s = 30 + total_gib / HASH_GIB_PER_S
    return Fact("weights_hashes", quoted(PREAMBLE, model_path) + HASHES, parse, timeout_s)


def parse(reading: Reading) -> Mapping[str, str]:
    """Hash by path, {} where the folder is not there.

    Raises NotUnderstood for a line that is no sum, TimedOut when time did not suffice.
    """
    text = reading.require("sha256sum").stdout
    if "absent" in sections(text):
        return {}
    found = sums(text)
    if len(found) != len(text.splitlines()):
        raise reading.not_understood("sha256sum")
    return found


def sums(text: str) -> dict[str, str]:
    """Hash by path of what sha256sum(1) prints."""
    return {path: digest for digest, path in SUM.findall(text)}


PARSERS = {"weights_hashes": lambda text: parse(Reading(0, text))}
