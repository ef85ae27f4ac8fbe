"""`python -m launch lab up|down|status|reboot`: the virtual pair."""

import json
from typing import Annotated

import typer

from launch.commands import sentence
from launch.lab import pair
from launch.progress import for_terminal

app = typer.Typer(no_args_is_help=True, help="The virtual pair: two real hosts on this machine.")

Fresh = Annotated[
    bool, typer.Option("--fresh", help="end what is up first: the pair starts in its first state")
]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Nodes = Annotated[list[str] | None, typer.Argument(metavar="[NODE]...", help="both when none is named")]


@app.command()
def up(fresh: Fresh = False) -> None:
    """Raise the pair, its stale stack running; does nothing when it is up and healthy."""
    with sentence():
        raised = pair.up(fresh=fresh, progress=for_terminal().line)
        print("the pair is up" if raised else "the pair is already up and healthy")


@app.command()
def down() -> None:
    """End the pair and leave nothing of it but the cache."""
    with sentence():
        print("the pair is gone" if pair.down() else "there was no pair")


@app.command()
def status(as_json: AsJson = False) -> None:
    """How the hosts are; exit status 1 when the pair is not up and healthy."""
    with sentence():
        now = pair.status()
    print(json.dumps(now.as_json()) if as_json else now)
    raise typer.Exit(0 if now.is_healthy else 1)


@app.command()
def reboot(nodes: Nodes = None) -> None:
    """Reboot a host, or both, and wait for the new boot's SSH."""
    with sentence():
        for name, boot_id in pair.reboot(nodes or (), progress=for_terminal().line).items():
            print(f"{name}: boot {boot_id}")
