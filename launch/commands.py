"""`python -m launch plan|up|status|down`: a deployment without pytest.

Exit status: 0 done, 1 refused, failed or not healthy, 2 usage, 6 could not be told.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from inventory.cluster import load
from inventory.errors import FirstlightError
from inventory.transport import connect
from launch.deployment import Deployment
from launch.found import Found
from launch.plan import Step, engine_steps, evict_steps, ray_steps, spec_hash
from launch.progress import for_terminal

DEFAULT_CLUSTER = Path("clusters/lab.toml")

ClusterFile = Annotated[Path, typer.Option("--cluster", help="the cluster file")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Fresh = Annotated[bool, typer.Option("--fresh", help="replace even a healthy deployment")]
Yes = Annotated[bool, typer.Option("--yes", help="evict what is declared stale")]


def plan(cluster: ClusterFile = DEFAULT_CLUSTER, as_json: AsJson = False) -> None:
    """Print every command that `up` would run, and change nothing."""
    with _deployment(cluster) as deployment:
        steps = planned(deployment, deployment.look())
        if as_json:
            print(json.dumps({"spec": spec_hash(deployment.cluster), "steps": [s.as_json() for s in steps]}))
        else:
            print("\n".join(readable(steps)) or "adopted: nothing to do")


def up(
    cluster: ClusterFile = DEFAULT_CLUSTER, yes: Yes = False, fresh: Fresh = False, as_json: AsJson = False
) -> None:
    """Evict what is stale, bring Ray and the engine up, return when a token was streamed."""
    with _deployment(cluster, fresh=fresh) as deployment:
        deployment.evict(yes)
        deployment.ray()
        deployment.engine()
        _report_up(deployment, as_json=as_json)


def status(cluster: ClusterFile = DEFAULT_CLUSTER, as_json: AsJson = False) -> None:
    """What runs now, against what the file declares; exit status 1 when it is not healthy."""
    with _deployment(cluster) as deployment:
        now = deployment.status()
    if as_json:
        print(json.dumps(now.as_json()))
    else:
        for name, node in now.nodes.items():
            print(f"{name}: {node.container} is {node.state}, specification {node.spec or 'none'}")
        print("healthy: a token was streamed" if now.is_healthy else f"not healthy: {'; '.join(now.faults)}")
    raise typer.Exit(0 if now.is_healthy else 1)


def down(cluster: ClusterFile = DEFAULT_CLUSTER, as_json: AsJson = False) -> None:
    """Remove exactly what `up` made."""
    with _deployment(cluster) as deployment:
        done = deployment.down()
    print(
        json.dumps({"removed": done})
        if as_json
        else "\n".join(done) or "nothing of this deployment was there"
    )


def restore(cluster: ClusterFile = DEFAULT_CLUSTER, as_json: AsJson = False) -> None:
    """Undo the last eviction, from its journal."""
    with _deployment(cluster) as deployment:
        done = deployment.restore()
    print(json.dumps({"restored": done}) if as_json else "\n".join(done) or "no eviction is in the journal")


def planned(deployment: Deployment, found: Found) -> tuple[Step, ...]:
    """All steps that `up` would take from what was found."""
    cluster, adopted = deployment.cluster, deployment.adopted
    evicting = evict_steps(cluster, found, replace=not adopted)
    return evicting if adopted else (*evicting, *ray_steps(cluster), *engine_steps(cluster))


def readable(steps: Iterable[Step]) -> Iterator[str]:
    """A step in a few lines: what for, where, the command, how it is undone."""
    for number, step in enumerate(steps, 1):
        yield f"{number:2}. {step.purpose}    [{step.id}, at most {step.deadline_s:g} s]"
        yield from (
            f"      {step.node}$ {line}" if at == 0 else f"        {line}" for at, line in _lines(step)
        )
        if step.changes:
            yield f"      undo: {step.undo or f'none, {step.why_no_undo}'}"


def _lines(step: Step) -> Iterator[tuple[int, str]]:
    return iter(enumerate(step.command.split("\n")))


def _report_up(deployment: Deployment, *, as_json: bool) -> None:
    url = deployment.cluster.api.url if deployment.cluster.api else _url_of_head(deployment)
    if as_json:
        phases = [vars(phase) for phase in deployment.phases]
        print(
            json.dumps(
                {"adopted": deployment.adopted, "url": url, "phases": phases, "evidence": deployment.evidence}
            )
        )
    else:
        print(f"{'adopted, nothing changed' if deployment.adopted else 'up'}: {url}")


def _url_of_head(deployment: Deployment) -> str:
    cluster = deployment.cluster
    assert cluster.engine is not None
    host = cluster.fabric_of(cluster.head).ip if cluster.head.fabric else cluster.head.name
    return f"http://{host}:{cluster.engine.port}"


@contextmanager
def _deployment(cluster_file: Path, *, fresh: bool = False) -> Iterator[Deployment]:
    """The deployment of the file, its connections closed and its lock given free afterwards."""
    with sentence():
        cluster = load(cluster_file)
        nodes = connect(cluster)
        deployment = Deployment(cluster, nodes, for_terminal(), fresh=fresh)
        try:
            yield deployment
        finally:
            deployment.release()
            for transport in nodes.values():
                transport.close()


@contextmanager
def sentence() -> Iterator[None]:
    """An error of ours is one sentence on stderr, its decisive lines, and its exit status."""
    try:
        yield
    except FirstlightError as error:
        for line in error.evidence:
            typer.echo(f"  {line}", err=True)
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(error.exit_status) from error
