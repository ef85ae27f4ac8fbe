"""`python -m launch`: one line a subcommand."""

import typer

from launch import commands
from launch.lab import cli as lab

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Make it so: plan, up, status, down.")
app.command()(commands.plan)
app.command()(commands.up)
app.command()(commands.status)
app.command()(commands.down)
app.command()(commands.restore)
app.add_typer(lab.app, name="lab")

if __name__ == "__main__":
    app(prog_name="python -m launch")
