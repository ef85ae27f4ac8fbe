"""`python -m probes load URL`: a closed loop on any OpenAI-compatible server."""

import asyncio
import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from inventory.errors import CannotTell
from probes.api import Api
from probes.load import options as given
from probes.load.calibration import ClientCheck, check_client
from probes.load.closed import closed_loop
from probes.load.plan import ClosedPlan
from probes.load.rows import LoadRow, row_of
from probes.load.tables import CLOSED_COLUMNS, closed_cells

Levels = Annotated[str, typer.Option("--concurrency", help="levels, such as 1,2,4,8,16")]
Requests = Annotated[int, typer.Option(help="requests per stream and repeat")]
Repeats = Annotated[int, typer.Option(help="repeats per level, 3 or more")]
Stagger = Annotated[float, typer.Option(help="seconds between the starts of two streams")]
CheckClient = Annotated[bool, typer.Option(help="repeat the load on the built-in mock: was it the client?")]

Measured = list[tuple[LoadRow, ClientCheck | None]]


def load(  # noqa: PLR0917 - typer reads the options from the signature
    url: given.Url,
    concurrency: Levels = "1,2,4,8,16",
    model: given.Model = None,
    key_env: given.KeyEnv = None,
    requests: Requests = 4,
    repeats: Repeats = 3,
    max_tokens: given.MaxTokens = 128,
    prompt_file: given.PromptFile = None,
    prompt_words: given.PromptWords = None,
    ignore_eos: given.IgnoreEos = False,
    deadline_s: given.Deadline = 120.0,
    stagger_s: Stagger = 0.0,
    check_client: CheckClient = True,
    as_json: given.AsJson = False,
) -> None:
    """Measure tokens per second and latencies at each concurrency.

    Exit status: 0 measured, 1 a request failed or a level brought no tokens, 2 usage, 6 the client was the
    limit or the server could not be asked.
    """

    def work() -> Measured:
        plan = ClosedPlan(
            concurrencies=given.numbers_of(concurrency, int, "--concurrency"),
            requests_per_stream=requests,
            repeats=repeats,
            max_tokens=max_tokens,
            prompts=given.prompts_of(prompt_file, prompt_words),
            params={"ignore_eos": True} if ignore_eos else {},
            deadline_s=deadline_s,
            stagger_s=stagger_s,
        )
        return asyncio.run(_measured(url, given.key_of(key_env), model, plan, checks=check_client))

    measured = given.or_exit(work)
    _show(measured, as_json=as_json)
    raise typer.Exit(_exit_status(measured))


async def _measured(
    url: str, key: str | None, model: str | None, plan: ClosedPlan, *, checks: bool
) -> Measured:
    async with Api(url, key, model=model) as api:
        api.model = model or await given.only_model(api)
        await api.health()
        rows = [row_of(level) for level in await closed_loop(api, plan)]
    return [(row, await check_client(row, plan.max_tokens) if checks else None) for row in rows]


def _exit_status(measured: Measured) -> int:
    if any(row.failed or not row.completion_tokens for row, _ in measured):
        return 1
    return CannotTell.exit_status if any(check and check.limit for _, check in measured) else 0


def _show(measured: Measured, *, as_json: bool) -> None:
    if as_json:
        rows = [{**row.as_dict(), "client_check": check and check.as_dict()} for row, check in measured]
        typer.echo(json.dumps({"schema": 1, "throughput": rows}, indent=1))
        return
    table = Table(*CLOSED_COLUMNS, box=None)
    for row, check in measured:
        table.add_row(*closed_cells(row, check))
    Console().print(table)
    for row, check in measured:
        limits = (f"the client was the limit: {check.limit}",) if check and check.limit else ()
        for line in (*row.failure_details, *limits):
            typer.echo(f"at {row.concurrency}: {line}", err=True)
