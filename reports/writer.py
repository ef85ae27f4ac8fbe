"""The run's folder, its report.json, and `latest`."""

import os
import re
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from reports.run import Report

RUNS: Final = Path("reports/runs")


def create_folder(runs: Path, cluster: str, mode: str, started: datetime) -> Path:
    """A folder of its own below `runs`, also for two runs of one second; `latest` points to it."""
    stem = f"{started.astimezone(UTC):%Y%m%dT%H%M%SZ}-{_plain(cluster)}-{_plain(mode)}"
    runs.mkdir(parents=True, exist_ok=True)
    folder = next(path for path in _candidates(runs, stem) if _made(path))
    _point(runs / "latest", folder)
    return folder


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._]+", "-", name).strip("-.") or "unnamed"


def _candidates(runs: Path, stem: str) -> "map[Path]":
    return map(lambda number: runs / (f"{stem}-{number}" if number else stem), count())  # noqa: C417


def _made(path: Path) -> bool:
    try:
        path.mkdir()
    except FileExistsError:
        return False
    return True


def _point(link: Path, folder: Path) -> None:
    beside = link.with_name(f".{folder.name}.latest")
    beside.symlink_to(folder.name, target_is_directory=True)
    beside.replace(link)


def write_report(folder: Path, report: Report) -> None:
    """report.json is always whole: the former one stands until the new one is complete."""
    beside = folder / f".report.{os.getpid()}.json"
    beside.write_text(report.model_dump_json(indent=1) + "\n", encoding="utf-8")
    beside.replace(folder / "report.json")


def read_report(run: Path) -> Report:
    """The report of a run, given its folder or its report.json.

    Raises OSError where there is none, pydantic.ValidationError (a ValueError) where it is of another schema.
    """
    path = run / "report.json" if run.is_dir() else run
    return Report.model_validate_json(path.read_bytes())
