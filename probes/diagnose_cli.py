"""`python -m probes diagnose LOG…`: pasted logs in, the cause and its remedy out."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from inventory.errors import BadInput
from probes.diagnosis import Diagnosis, Finding, examine

FOUND = 1
CANNOT_TELL = 6

Logs = Annotated[list[str], typer.Argument(help="log files, NODE=FILE to name the node, - for stdin")]
AsJson = Annotated[bool, typer.Option("--json", help="print the diagnosis as JSON")]


def diagnose(logs: Logs, *, as_json: AsJson = False) -> None:
    """Name the cause that logs show. Exit 0: nothing fatal; 1: found; 6: an error that is not known."""
    try:
        texts = dict(_read(log) for log in logs)
    except BadInput as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(error.exit_status) from error
    diagnosis = examine(texts)
    typer.echo(json.dumps(as_data(diagnosis), indent=1) if as_json else as_words(diagnosis))
    raise typer.Exit(_exit_status(diagnosis))


def as_words(diagnosis: Diagnosis) -> str:
    """The diagnosis for people: the cause, its lines, the remedy, and what else was seen."""
    told = [_cause(diagnosis)]
    told += [f"also: {_line(finding)}" for finding in diagnosis.causes[1:]]
    told += [f"noted: {_line(finding)}" for finding in diagnosis.notes]
    told += [f"harmless: {_line(finding)}" for finding in diagnosis.benign]
    return "\n".join(told)


def as_data(diagnosis: Diagnosis) -> dict[str, Any]:
    """The diagnosis as JSON data."""
    groups = {"causes": diagnosis.causes, "notes": diagnosis.notes, "benign": diagnosis.benign}
    told = {name: [_data(finding) for finding in found] for name, found in groups.items()}
    return {
        "cause": told["causes"][0] if told["causes"] else None,
        **told,
        "unexplained": diagnosis.unexplained,
    }


def _read(log: str) -> tuple[str, str]:
    node, named, path = log.partition("=")
    if not named or Path(log).exists():
        node, path = Path(log).stem, log
    if path == "-":
        return "stdin", sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        return node, Path(path).read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise BadInput(
            f"a log file at {path}", error.strerror or "none", "name a file that can be read"
        ) from error


def _cause(diagnosis: Diagnosis) -> str:
    finding = diagnosis.cause
    if finding is None and diagnosis.unexplained:
        return "\n".join(
            ("an error that no signature knows:", *(f"  {line}" for line in diagnosis.unexplained))
        )
    if finding is None:
        return "nothing found that is known to be a failure"
    kind = "cause" if diagnosis.is_fatal else "warning"
    lines = (f"  {line}" for line in finding.lines)
    head = (
        f"{kind}: {finding.signature.id} ({finding.signature.layer}) on {finding.node}: {diagnosis.summary}"
    )
    return "\n".join((head, *lines, f"remedy: {diagnosis.remedy}"))


def _line(finding: Finding) -> str:
    times = f", {finding.count} times" if finding.count > 1 else ""
    s = finding.signature
    return f"{s.severity} {s.id} on {finding.node}, line {finding.line_number}{times}: {s.cause}"


def _data(finding: Finding) -> dict[str, Any]:
    s = finding.signature
    return {
        "id": s.id,
        "layer": s.layer,
        "severity": s.severity,
        "consequence": s.consequence,
        "cause": s.cause,
        "remedy": s.remedy,
        "node": finding.node,
        "line": finding.line_number,
        "count": finding.count,
        "fields": dict(finding.fields),
        "lines": finding.lines,
    }


def _exit_status(diagnosis: Diagnosis) -> int:
    if diagnosis.is_fatal:
        return FOUND
    return CANNOT_TELL if diagnosis.unexplained else 0
