"""The mock as a process of its own, so that its work is not the client's."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from inventory.errors import CannotTell
from probes.load.mock.script import Timing

START_TIMEOUT_S = 20.0


@dataclass
class RunningMock:
    """Where it listens; after the block, what it says of itself (see __main__.report)."""

    address: str
    report: dict[str, Any] = field(default_factory=dict)


@asynccontextmanager
async def running_mock(timing: Timing, cpu: int | None = None) -> AsyncIterator[RunningMock]:
    """Start the mock (on core `cpu`, if given), end it with the block. Raises CannotTell."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "probes.load.mock"),
        *("--ttft-ms", f"{1000 * timing.ttft_s}", "--itl-ms", f"{1000 * timing.itl_s}"),
        *("--tokens", f"{timing.tokens}", *(("--cpu", f"{cpu}") if cpu is not None else ())),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        mock = RunningMock(f"http://127.0.0.1:{(await _line(process))['port']}")
        yield mock
        _close(process)
        mock.report = await _line(process)
    finally:
        _close(process)
        await process.wait()


def _close(process: asyncio.subprocess.Process) -> None:
    assert process.stdin is not None
    process.stdin.close()


async def _line(process: asyncio.subprocess.Process) -> dict[str, Any]:
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), START_TIMEOUT_S)
        return dict(json.loads(line))
    except (TimeoutError, ValueError) as error:
        remedy = "run it by hand: python -m probes.load.mock"
        raise CannotTell("the built-in mock server to answer", repr(error), remedy) from error
