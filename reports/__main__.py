"""python -m reports: what was found, again."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from reports.run import Report
from reports.show import shown
from reports.writer import RUNS, read_report

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def main() -> None:
    """What was found by the runs of Firstlight."""


@app.command()
def show(
    run: Annotated[
        str, typer.Argument(help="a run's folder, its name in reports/runs, or its report.json")
    ] = "latest",
) -> None:
    """Print a run's report: verdict, cause, layers, figures, evidence."""
    Console(highlight=False).print(shown(_read(run)))


def _read(run: str) -> Report:
    named = RUNS / run
    path = named if named.exists() else Path(run)
    try:
        return read_report(path)
    except OSError as error:
        raise _unreadable(f"{path}: {error.strerror}; give the folder of a run") from error
    except ValueError as error:
        raise _unreadable(f"{path}: not a report.json of schema 1; give the folder of a run") from error


def _unreadable(sentence: str) -> typer.Exit:
    typer.echo(sentence, err=True)
    return typer.Exit(2)


if __name__ == "__main__":
    app(prog_name="python -m reports")
