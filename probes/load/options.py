"""What the load commands share: their options, and what those mean."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from inventory.errors import BadInput, FirstlightError
from probes.api import Api
from probes.load.plan import PromptSource
from probes.load.prompts import FIXED, drawn, from_file

Url = Annotated[str, typer.Argument(help="http://host:port, with or without /v1")]
Model = Annotated[str | None, typer.Option(help="served name; the only listed one when left out")]
KeyEnv = Annotated[str | None, typer.Option(help="environment variable that holds the API key")]
MaxTokens = Annotated[int, typer.Option(help="token budget of a request")]
PromptFile = Annotated[Path | None, typer.Option(help="prompts, one a line (text, or JSON list of messages)")]
PromptWords = Annotated[int | None, typer.Option(help="draw prompts to this median length, in words")]
IgnoreEos = Annotated[bool, typer.Option(help="ask the engine to use the whole budget (vLLM, SGLang)")]
Deadline = Annotated[float, typer.Option(help="seconds a request may take")]
AsJson = Annotated[bool, typer.Option("--json", help="print the rows as JSON")]

T = TypeVar("T", int, float)
R = TypeVar("R")


def or_exit(work: Callable[[], R]) -> R:
    """The result, or the error in one line on stderr and its exit status."""
    try:
        return work()
    except FirstlightError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(error.exit_status) from error


def numbers_of(text: str, kind: Callable[[str], T], option: str) -> tuple[T, ...]:
    try:
        return tuple(kind(part) for part in text.split(","))
    except ValueError as error:
        raise BadInput("numbers such as 1,2,4", repr(text), f"correct {option}") from error


def prompts_of(path: Path | None, words: int | None) -> PromptSource:
    if path is not None and words is not None:
        raise BadInput("one source of prompts", "--prompt-file and --prompt-words", "give one of them")
    if path is not None:
        return from_file(path)
    return FIXED if words is None else drawn(words)


def key_of(variable: str | None) -> str | None:
    if variable is None:
        return None
    if variable not in os.environ:
        raise BadInput(f"an API key in ${variable}", "no such variable", "export it, or correct --key-env")
    return os.environ[variable]


async def only_model(api: Api) -> str:
    """The one model that is listed. Raises BadInput when there are several or none."""
    names = [card.id for card in await api.models()]
    if len(names) != 1:
        raise BadInput("one served model to ask", f"{names}", "name it with --model")
    return names[0]
