"""A transport that answers from a table: tests and replays stand on it."""

import re
from collections.abc import Mapping

from inventory.errors import Unreachable
from inventory.transport.base import Endpoint, Transport
from inventory.transport.result import Outcome, Result

Answer = tuple[int, str] | tuple[int, str, str] | Outcome


class ScriptedTransport(Transport):
    """Answers a command by the first key that equals it, or that matches it as a regular expression.

    An answer is (exit status, stdout[, stderr]) or an Outcome other than RAN. A command without an
    answer is status 127, as a shell would say. `asked` lists what was run.
    """

    def __init__(self, answers: Mapping[str, Answer], name: str = "scripted") -> None:
        self.name = name
        self._answers = dict(answers)
        self.asked: list[str] = []

    async def arun(self, command: str, *, timeout_s: float = 10, stdin: bytes = b"") -> Result:
        return self.run(command, timeout_s=timeout_s, stdin=stdin)

    def run(self, command: str, *, timeout_s: float = 10, stdin: bytes = b"") -> Result:
        del stdin
        self.asked.append(command)
        answer = self._find(command)
        if isinstance(answer, Outcome):
            return Result(self.name, command, answer, duration_s=timeout_s)
        status, out, *err = answer
        return Result(self.name, command, Outcome.RAN, status, out.encode(), "".join(err).encode())

    def _find(self, command: str) -> Answer:
        if command in self._answers:
            return self._answers[command]
        matching = (answer for key, answer in self._answers.items() if re.search(key, command))
        return next(matching, (127, "", "not found"))

    def endpoint(self, host: str, port: int) -> Endpoint:
        raise Unreachable(f"{host}:{port}", "a recorded cluster", "a replay has no live service to ask")

    def close(self) -> None:
        """Nothing is open."""
