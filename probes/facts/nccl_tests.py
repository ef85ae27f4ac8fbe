"""What nccl-tests print (all_gather_perf, all_reduce_perf, …): bus bandwidth by message size."""

import re
from dataclasses import dataclass

from probes.facts.reading import Reading

TEST = re.compile(r"^# Collective test starting: (\w+)", re.MULTILINE | re.ASCII)
RANK = re.compile(
    r"^#\s+Rank\s+(?P<rank>\d{1,6}) .*?\bon\s+(?P<host>\S+) device\s+(?P<device>\d{1,4}) "
    r"\[(?P<bus>[0-9a-fA-F:.x]+)\] (?P<name>.*?)\s*$",
    re.MULTILINE | re.ASCII,
)
VERSION = re.compile(
    r"^# nccl-tests version (?P<version>\S+)(?:.*nccl-library=(?P<library>\d{1,9}))?", re.MULTILINE
)
FIGURE = r"(?:\d{1,15}(?:\.\d{1,6})?)"
ROW = re.compile(
    rf"^[ \t]*(?P<size>\d{{1,18}})\s+\d{{1,18}}\s+(?P<type>[a-z]\w*)\s+\w+\s+-?\d{{1,6}}"
    rf"\s+{FIGURE}\s+{FIGURE}\s+(?P<out>{FIGURE})\s+(?P<wrong_out>\d{{1,15}}|N/A)"
    rf"\s+{FIGURE}\s+{FIGURE}\s+(?P<into>{FIGURE})\s+(?P<wrong_in>\d{{1,15}}|N/A)\s*$",
    re.MULTILINE | re.ASCII,
)


@dataclass(frozen=True)
class CollectiveRow:
    """One message size. Bus bandwidth in GB/s, out of place and in place; `wrong` counts bad elements."""

    size_bytes: int
    out_of_place_gb_s: float
    in_place_gb_s: float
    wrong: int | None


@dataclass(frozen=True)
class CollectiveRun:
    """One run. The mean over a sweep of sizes means nothing and is not kept: judge the largest message."""

    test: str | None
    ranks: int
    hosts: tuple[str, ...]
    gpus: tuple[str, ...]
    nccl_library: str | None
    rows: tuple[CollectiveRow, ...]

    @property
    def largest(self) -> CollectiveRow:
        return max(self.rows, key=lambda row: row.size_bytes)


def parse(text: str) -> CollectiveRun:
    """Raises NotUnderstood when there is no row of results."""
    rows = tuple(_row(m) for m in ROW.finditer(text))
    if not rows:
        raise Reading(0, text).not_understood("nccl-tests")
    ranks = list(RANK.finditer(text))
    test, version = TEST.search(text), VERSION.search(text)
    return CollectiveRun(
        test=test[1] if test else None,
        ranks=len(ranks),
        hosts=tuple(m["host"] for m in ranks),
        gpus=tuple(m["name"] for m in ranks),
        nccl_library=version["library"] if version else None,
        rows=rows,
    )


def _row(m: re.Match[str]) -> CollectiveRow:
    counts = [int(word) for word in (m["wrong_out"], m["wrong_in"]) if word != "N/A"]
    return CollectiveRow(int(m["size"]), float(m["out"]), float(m["into"]), sum(counts) if counts else None)


PARSERS = {"nccl_tests": parse}
