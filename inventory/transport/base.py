"""Transport: runs commands on one node with deadlines that hold."""

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from inventory.errors import Unreachable
from inventory.transport import reactor
from inventory.transport.quoting import quoted
from inventory.transport.result import Outcome, Result
from inventory.transport.shell import Frame, Shell

OUTPUT_LIMIT_BYTES = 8 << 20
SHELLS_PER_NODE = 6
"""Below OpenSSH's default MaxSessions of 10 (sshd_config(5)), with room for a person beside us."""


@dataclass(frozen=True)
class Endpoint:
    """Where a node's TCP port is reached from the controller."""

    host: str
    port: int


class Transport(ABC):
    """The way to one node. Thread-safe; several commands may be in flight at once."""

    name: str

    @abstractmethod
    async def arun(self, command: str, *, timeout_s: float = 10, stdin: bytes = b"") -> Result:
        """Like `run`, for coroutines on the transports' own loop."""

    def run(self, command: str, *, timeout_s: float = 10, stdin: bytes = b"") -> Result:
        """Runs `command` under sh on the node; never raises for what the command or the node does."""
        return reactor.call(self.arun(command, timeout_s=timeout_s, stdin=stdin))

    @abstractmethod
    def endpoint(self, host: str, port: int) -> Endpoint:
        """An address on the controller that reaches `host:port` as the node sees it.

        Raises Unreachable when no way can be opened.
        """

    @abstractmethod
    def close(self) -> None:
        """Ends every shell, tunnel and connection of this node."""


class ShellTransport(Transport):
    """A transport over persistent shells: each new one is started by `_shell_argv`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._idle: list[Shell] = []
        self._slots: asyncio.Semaphore | None = None
        self._pending: set[asyncio.Task[None]] = set()

    @abstractmethod
    async def _shell_argv(self) -> list[str]:
        """The program that gives a shell on the node. Raises Unreachable."""

    @abstractmethod
    def _explain(self, stderr: str) -> Unreachable:
        """Why a shell that did not answer ended, from its last words."""

    async def arun(self, command: str, *, timeout_s: float = 10, stdin: bytes = b"") -> Result:
        self._slots = self._slots or asyncio.Semaphore(SHELLS_PER_NODE)
        started = time.monotonic()
        frame = Frame()
        outcome, failure = Outcome.RAN, None
        try:
            async with asyncio.timeout(timeout_s), self._slots:
                await self._attempt(command, stdin, frame)
        except TimeoutError:
            outcome = Outcome.TIMED_OUT
        except Unreachable as error:
            outcome, failure = Outcome.LOST, error
        if outcome is Outcome.RAN and not frame.complete:
            outcome, failure = Outcome.LOST, self._explain(frame.stderr.decode("utf-8", "replace"))
        return Result(
            self.name,
            command,
            outcome,
            frame.status,
            frame.stdout,
            frame.stderr,
            time.monotonic() - started,
            frame.truncated,
            failure,
        )

    async def _attempt(self, command: str, stdin: bytes, frame: Frame) -> None:
        shell = await self._take()
        try:
            await shell.run(command, stdin, OUTPUT_LIMIT_BYTES, frame)
        finally:
            if frame.complete:
                self._idle.append(shell)
            else:
                self._later(self._discard(shell, frame.group))

    async def _take(self) -> Shell:
        while self._idle:
            shell = self._idle.pop()
            if shell.is_alive:
                return shell
        return await Shell.start(await self._shell_argv())

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    async def _discard(self, shell: Shell, group: int | None) -> None:
        """Drops a shell whose command did not end, and kills that command with all it started."""
        if group is not None and shell.is_alive:
            with contextlib.suppress(Unreachable, TimeoutError):
                async with asyncio.timeout(5):
                    killer = await Shell.start(await self._shell_argv())
                    await killer.run(quoted("kill -KILL -%s", group), b"", 1024, Frame())
                    await killer.close()
        await shell.close()

    async def _close(self) -> None:
        await asyncio.gather(*self._pending)
        shells, self._idle = self._idle, []
        await asyncio.gather(*(shell.close() for shell in shells))

    def close(self) -> None:
        reactor.call(self._close())
