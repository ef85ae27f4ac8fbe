"""Which of the machine's apt sources are the distribution's own: those whose suites are of its release.

Both formats of sources.list(5): one line an entry, and deb822 paragraphs.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

FOLDER = Path("/etc/apt")
_ONE_LINE = re.compile(r"deb\s+(\[[^\]]*\]\s+)?\S+\s+(?P<suite>\S+)(\s+\S+)+$")


def of_release(codename: str, folder: Path = FOLDER) -> dict[str, str]:
    """File name -> content, one file a format; empty when the machine has no source for the release."""
    lines = "\n".join(own_lines(codename, _texts(folder, "list")))
    paragraphs = "\n\n".join(own_paragraphs(codename, _texts(folder, "sources")))
    found = {"release.list": lines, "release.sources": paragraphs}
    return {name: f"{content}\n" for name, content in found.items() if content}


def own_lines(codename: str, texts: Iterable[str]) -> Iterator[str]:
    for line in "\n".join(texts).splitlines():
        entry = line.split("#")[0].strip()
        if (found := _ONE_LINE.match(entry)) and _is_of(codename, found["suite"]):
            yield entry


def own_paragraphs(codename: str, texts: Iterable[str]) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", "\n\n".join(texts)):
        lines = [line for line in paragraph.splitlines() if line.strip() and not line.startswith("#")]
        fields = dict(_fields(lines))
        suites = fields.get("suites", "").split()
        wanted = "deb" in fields.get("types", "").split() and fields.get("enabled", "yes").lower() != "no"
        if wanted and suites and all(_is_of(codename, suite) for suite in suites):
            yield "\n".join(lines)


def _is_of(codename: str, suite: str) -> bool:
    return suite == codename or suite.startswith((f"{codename}-", f"{codename}/"))


def _fields(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, colon, value = line.partition(":")
        if colon and not line[0].isspace():
            yield name.strip().lower(), value.strip()


def _texts(folder: Path, ending: str) -> Iterator[str]:
    for path in (folder / f"sources.{ending}", *sorted((folder / "sources.list.d").glob(f"*.{ending}"))):
        if path.is_file():
            yield path.read_text(encoding="utf-8", errors="replace")
