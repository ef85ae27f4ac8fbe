"""`python -m probes load URL`: a closed loop on any OpenAI-compatible server."""

import asyncio
import json
import os
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from inventory.errors import BadInput, FirstlightError
from probes.api import Api
from probes.load import ClosedPlan, LoadRow, closed_loop, row_of
from probes.load.plan import PromptSource
from probes.load.prompts import FIXED, drawn, from_file

Url = Annotated[str, typer.Argument(help="http://host:port, with or without /v1")]
Levels = Annotated[str, typer.Option("--concurrency", help="levels, such as 1,2,4,8,16")]
Model = Annotated[str | None, typer.Option(help="served name; the only listed one when left out")]
KeyEnv = Annotated[str | None, typer.Option(help="environment variable that holds the API key")]
Requests = Annotated[int, typer.Option(help="requests per stream and repeat")]
Repeats = Annotated[int, typer.Option(help="repeats per level, 3 or more")]
MaxTokens = Annotated[int, typer.Option(help="token budget of a request")]
PromptFile = Annotated[
    Path | None, typer.Option(help="prompts, one a line (text, or a JSON list of messages)")
]
PromptWords = Annotated[int | None, typer.Option(help="draw prompts to this median length instead, in words")]
IgnoreEos = Annotated[bool, typer.Option(help="ask the engine to use the whole budget (vLLM, SGLang)")]
Deadline = Annotated[float, typer.Option(help="seconds a request may take")]
AsJson = Annotated[bool, typer.Option("--json", help="print the rows as JSON")]


def load(  # noqa: PLR0917 - typer reads the options from the signature
    url: Url,
    concurrency: Levels = "1,2,4,8,16",
    model: Model = None,
    key_env: KeyEnv = None,
    requests: Requests = 4,
    repeats: Repeats = 3,
    max_tokens: MaxTokens = 128,
    prompt_file: PromptFile = None,
    prompt_words: PromptWords = None,
    ignore_eos: IgnoreEos = False,
    deadline_s: Deadline = 120.0,
    as_json: AsJson = False,
) -> None:
    """Measure tokens per second and latencies at each concurrency; a level without tokens exits 1."""
    try:
        plan = ClosedPlan(
            concurrencies=_levels_of(concurrency),
            requests_per_stream=requests,
            repeats=repeats,
            max_tokens=max_tokens,
            prompts=_prompts_of(prompt_file, prompt_words),
            params={"ignore_eos": True} if ignore_eos else {},
            deadline_s=deadline_s,
        )
        rows = asyncio.run(_measured(url, _key_of(key_env), model, plan))
    except FirstlightError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(error.exit_status) from error
    _show(rows, as_json=as_json)
    raise typer.Exit(0 if all(row.completion_tokens and not row.failed for row in rows) else 1)


async def _measured(url: str, key: str | None, model: str | None, plan: ClosedPlan) -> list[LoadRow]:
    async with Api(url, key, model=model) as api:
        api.model = model or await _only_model(api)
        await api.health()
        return [row_of(level) for level in await closed_loop(api, plan)]


async def _only_model(api: Api) -> str:
    names = [card.id for card in await api.models()]
    if len(names) != 1:
        raise BadInput("one served model to ask", f"{names}", "name it with --model")
    return names[0]


def _levels_of(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise BadInput("levels such as 1,2,4", repr(text), "correct --concurrency") from error


def _prompts_of(path: Path | None, words: int | None) -> PromptSource:
    if path is not None and words is not None:
        raise BadInput("one source of prompts", "--prompt-file and --prompt-words", "give one of them")
    if path is not None:
        return from_file(path)
    return FIXED if words is None else drawn(words)


def _key_of(variable: str | None) -> str | None:
    if variable is None:
        return None
    if variable not in os.environ:
        raise BadInput(f"an API key in ${variable}", "no such variable", "export it, or correct --key-env")
    return os.environ[variable]


def _show(rows: list[LoadRow], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"schema": 1, "throughput": [row.as_dict() for row in rows]}, indent=1))
        return
    table = Table(*COLUMNS, box=None)
    for row in rows:
        table.add_row(*_cells(row))
    Console().print(table)
    for row in rows:
        for detail in row.failure_details:
            typer.echo(f"{row.concurrency} streams: {detail}", err=True)


COLUMNS = ("streams", "tok/s (95 %)", "each", "TTFT s", "p99", "TPOT ms", "failed", "client")


def _cells(row: LoadRow) -> tuple[str, ...]:
    return (
        f"{row.concurrency}",
        f"{row.tok_s.mean:.1f} ({row.tok_s.low:.1f}–{row.tok_s.high:.1f})",
        _figure(row.tok_s_per_request, ".1f"),
        _figure(row.ttft_s and row.ttft_s.mean, ".3f"),
        _figure(row.ttft_s and row.ttft_s.p99, ".3f"),
        _figure(row.tpot_s and 1000 * row.tpot_s.mean, ".1f"),
        ", ".join(f"{number} × {kind}" for kind, number in row.failures.items()) or "0",
        f"{row.client_cpu_share:.0%} CPU",
    )


def _figure(value: Any, form: str) -> str:
    return "–" if value is None else format(value, form)
