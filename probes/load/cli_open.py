"""`python -m probes load-open URL --rate 2,4`: an open loop with goodput."""

import asyncio
import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from probes.api import Api
from probes.load import options as given
from probes.load.open import Limits, OpenPlan, OpenRow, open_loop
from probes.load.tables import OPEN_COLUMNS, open_cells

Rates = Annotated[str, typer.Option("--rate", help="requests per second, such as 1,2,4")]
Duration = Annotated[float, typer.Option(help="seconds that are measured, per rate")]
Ramp = Annotated[float, typer.Option(help="seconds before, sent and not counted")]
MaxTtft = Annotated[float | None, typer.Option(help="seconds a good request may take to its first token")]
MaxTpot = Annotated[float | None, typer.Option(help="seconds a good request may take per further token")]
MaxE2e = Annotated[float | None, typer.Option("--max-e2e-s", help="seconds a good request may take in all")]
Seed = Annotated[int, typer.Option(help="of the arrivals")]


def load_open(  # noqa: PLR0917 - typer reads the options from the signature
    url: given.Url,
    rate: Rates,
    model: given.Model = None,
    key_env: given.KeyEnv = None,
    duration_s: Duration = 30.0,
    ramp_s: Ramp = 2.0,
    max_ttft_s: MaxTtft = None,
    max_tpot_s: MaxTpot = None,
    max_e2e_s: MaxE2e = None,
    max_tokens: given.MaxTokens = 128,
    prompt_file: given.PromptFile = None,
    prompt_words: given.PromptWords = None,
    ignore_eos: given.IgnoreEos = False,
    deadline_s: given.Deadline = 120.0,
    seed: Seed = 0,
    as_json: given.AsJson = False,
) -> None:
    """Send requests at random times of a given rate, and say how many were good.

    Exit status: 0 measured, 1 a request failed or no token came, 2 usage, 6 the server could not be asked.
    """

    def work() -> list[OpenRow]:
        plans = [
            OpenPlan(
                rate_s=each,
                duration_s=duration_s,
                ramp_s=ramp_s,
                limits=Limits(max_ttft_s, max_tpot_s, max_e2e_s),
                max_tokens=max_tokens,
                prompts=given.prompts_of(prompt_file, prompt_words),
                params={"ignore_eos": True} if ignore_eos else {},
                deadline_s=deadline_s,
                seed=seed,
            )
            for each in given.numbers_of(rate, float, "--rate")
        ]
        return asyncio.run(_measured(url, given.key_of(key_env), model, plans))

    rows = given.or_exit(work)
    _show(rows, as_json=as_json)
    raise typer.Exit(1 if any(row.failed or not row.completion_tokens for row in rows) else 0)


async def _measured(url: str, key: str | None, model: str | None, plans: list[OpenPlan]) -> list[OpenRow]:
    async with Api(url, key, model=model) as api:
        api.model = model or await given.only_model(api)
        await api.health()
        return [await open_loop(api, plan) for plan in plans]


def _show(rows: list[OpenRow], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"schema": 1, "open_loop": [row.as_dict() for row in rows]}, indent=1))
        return
    table = Table(*OPEN_COLUMNS, box=None)
    for row in rows:
        table.add_row(*open_cells(row))
    Console().print(table)
    for row in rows:
        for detail in row.failure_details:
            typer.echo(f"at {row.rate_s:g}/s: {detail}", err=True)
