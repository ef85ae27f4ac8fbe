"""Runs steps: as many at once as their needs allow, each under its deadline, each in the journal."""

from collections.abc import Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from inventory.cluster.values import SecretRef
from inventory.errors import BadInput, CannotTell, LaunchFailed
from inventory.transport import Result, Transport
from launch.journal import Journal
from launch.plan.step import Step
from launch.progress import Progress

LAST_LINES = 20


@dataclass(frozen=True)
class Executor:
    nodes: Mapping[str, Transport]
    journal: Journal
    progress: Progress

    def run(self, steps: Iterable[Step]) -> None:
        """Every step, or LaunchFailed for the first that failed; those already running are let end."""
        waiting = {step.id: step for step in steps}
        running: dict[Future[None], str] = {}
        with ThreadPoolExecutor(max_workers=max(1, len(waiting))) as pool:
            while waiting or running:
                for step in _ready(waiting, set(running.values())):
                    running[pool.submit(self._run, waiting.pop(step.id))] = step.id
                ended, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    del running[future]
                    future.result()

    def _run(self, step: Step) -> None:
        self.progress.line(f"{step.node}: {step.purpose}")
        fed = secret_lines(step)
        self.journal.begun(step)
        result = self.nodes[step.node].run(step.command, timeout_s=step.deadline_s, stdin=fed)
        if not result.ok:
            failure = _failure(step, result)
            self.journal.failed(step, failure.seen, failure.evidence)
            raise failure
        self.journal.done(step, result.duration_s)


def _ready(waiting: Mapping[str, Step], running: set[str]) -> list[Step]:
    """Steps none of whose needs is still to come; a need outside this plan counts as done."""
    open_ids = waiting.keys() | running
    return [step for step in waiting.values() if not open_ids.intersection(step.needs)]


def secret_lines(step: Step) -> bytes:
    """The secrets a step is fed, as lines of an env file. Raises BadInput for one that is not set."""
    revealed = {name: SecretRef(env=variable).reveal() for name, variable in step.secrets}
    for name, variable in step.secrets:
        if revealed[name] is None:
            raise BadInput(f"a value for {name}", f"${variable} is not set", f"export {variable}=…")
    return "".join(f"{name}={value}\n" for name, value in revealed.items()).encode()


def _failure(step: Step, result: Result) -> LaunchFailed:
    try:
        result.require()
    except CannotTell as error:
        seen, remedy = error.seen, error.remedy
    else:
        words = result.error_text.strip().splitlines() or result.text.strip().splitlines()
        seen = f"exit status {result.exit_status}: {words[-1] if words else 'not a word'}"
        remedy = f"run it on {step.node} by hand: {step.command.splitlines()[0][:200]}"
    lines = (result.error_text + result.text).strip().splitlines()[-LAST_LINES:]
    return LaunchFailed(
        f"to {step.purpose} on {step.node}", seen, remedy, tuple(lines), phase=step.phase, node=step.node
    )
