"""`python -m probes`: one line a subcommand."""

import typer

from probes import parse
from probes.diagnose_cli import diagnose
from probes.load.cli import load
from probes.load.cli_open import load_open
from probes.roofline.cli import roofline

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Ask what is; change nothing.")
app.callback()(lambda: None)
app.command("parse")(parse.command)
app.command("diagnose")(diagnose)
app.command("load")(load)
app.command("load-open")(load_open)
app.command("roofline")(roofline)

if __name__ == "__main__":
    app(prog_name="python -m probes")
