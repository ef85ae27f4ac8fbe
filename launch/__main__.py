"""`python -m launch`: one line a subcommand."""

import typer

from launch import commands

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Make it so: plan, up, status, down.")
app.command()(commands.plan)
app.command()(commands.up)
app.command()(commands.status)
app.command()(commands.down)
app.command()(commands.restore)

if __name__ == "__main__":
    app(prog_name="python -m launch")
