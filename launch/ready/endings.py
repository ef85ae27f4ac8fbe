"""What ends a start before it serves: a fatal line, a kill, a death, silence, a stall. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from launch.ready.asking import Seen
from launch.ready.standing import Moment, Standing, advance, kinds
from probes.signatures import Severity


@dataclass(frozen=True)
class Failed:
    """Why it is over: on which node (None: not of one), what was seen, and its decisive lines."""

    node: str | None
    seen: str
    remedy: str
    lines: tuple[str, ...] = ()


def judge(before: Standing, moment: Moment, limits: Mapping[str, float], total_s: float) -> Failed | None:
    """The first thing that ends the wait, causes before their consequences; None to go on."""
    causes = (
        _signature(moment),
        _kill(before, moment),
        _death(before, moment),
        _silence(before, moment, limits),
    )
    found = next((cause for cause in causes if cause), None)
    return found or _stall(advance(before, moment), moment, limits, total_s)


def _signature(moment: Moment) -> Failed | None:
    fatal = next((f for f in moment.findings if f.signature.severity is Severity.FATAL), None)
    if not fatal:
        return None
    return Failed(fatal.node, fatal.signature.cause, fatal.signature.remedy, fatal.lines)


def _kill(before: Standing, moment: Moment) -> Failed | None:
    for node, seen in moment.seen.items():
        risen = (seen.oom_kills or 0) > before.oom_kills.get(node, seen.oom_kills or 0)
        if risen or seen.is_oom_killed:
            return Failed(
                node,
                f"the kernel killed a process of the engine on {node} for want of memory",
                "lower gpu_memory_utilization or max_model_len, or free memory on that node",
            )
    return None


def _death(before: Standing, moment: Moment) -> Failed | None:
    return next((death for node, seen in moment.seen.items() for death in _deaths(before, node, seen)), None)


def _deaths(before: Standing, node: str, seen: Seen) -> Iterator[Failed]:
    remedy = "read the lines: the process said there why it ended"
    if seen.is_over:
        how = f"{seen.status} with status {seen.exit_status}" if seen.exit_status is not None else seen.status
        yield Failed(node, f"the container on {node} is {how}", remedy)
    for kind in sorted(before.kinds.get(node, frozenset()) - kinds(seen)):
        yield Failed(node, f"{kind} on {node} died", remedy)


def _silence(before: Standing, moment: Moment, limits: Mapping[str, float]) -> Failed | None:
    for node, answered_s in before.answered_s.items():
        silent_s = moment.at_s - answered_s
        if node not in moment.seen and silent_s > limits["contact"]:
            return Failed(
                node,
                f"{node} has not answered for {silent_s:.0f} s",
                "see on its console whether it hangs: exhausted unified memory looks like this",
            )
    return None


def _stall(now: Standing, moment: Moment, limits: Mapping[str, float], total_s: float) -> Failed | None:
    stood_s, ran_s = moment.at_s - now.moved_s, moment.at_s - now.started_s
    limit_s = limits.get(now.phase, total_s)
    if stood_s <= limit_s and ran_s <= total_s:
        return None
    if ran_s > total_s:
        seen = f"not ready after {ran_s:.0f} s; it stands at: {moment.log.progress}"
        return Failed(None, seen, "raise [ready] total if it was still moving on")
    seen = f"{now.phase} has not moved on for {stood_s:.0f} s; it stands at: {moment.log.progress}"
    return Failed(None, seen, f"raise [ready] stall.{now.phase} if this is its usual pace")
