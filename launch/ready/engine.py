"""Waiting for the engine: rendezvous, weights, compile, graphs, http, a streamed token; or its end."""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from threading import Thread

from inventory.cluster import Cluster
from inventory.errors import CannotTell, LaunchFailed
from inventory.transport import Transport
from launch.progress import Progress
from launch.ready.endings import Failed, judge
from launch.ready.limits import limits_of
from launch.ready.standing import Moment, Standing, advance, is_up, phases_of
from launch.ready.token import streamed_token
from launch.ready.watcher import EVERY_S, Watcher

Phased = Callable[[str, float, float], None]
"""Told of each phase that ended: its name, and when (s, monotonic) it began and ended."""


class Waiting:
    """One wait. `wait` returns once a token was streamed and raises LaunchFailed when that will not be."""

    def __init__(
        self,
        cluster: Cluster,
        nodes: Mapping[str, Transport],
        progress: Progress,
        base_url: Callable[[], str],
        phased: Phased,
    ) -> None:
        self._cluster, self._progress, self._base_url, self._phased = cluster, progress, base_url, phased
        self._watcher, self._limits = Watcher(cluster, nodes), limits_of(cluster)
        self._standing = Standing(time.monotonic(), time.monotonic())
        self._phase, self._since_s = "rendezvous", time.monotonic()
        self._entered = {self._phase}

    def wait(self) -> None:
        self._progress.begun(self._phase)
        asked: Future[str | None] | None = None
        while True:
            if asked and asked.done():
                if self._is_token(asked):
                    break
                asked = None
            moment = self._watcher.look()
            self._judge(moment)
            if asked is None and is_up(moment):
                self._enter("token")
                asked = in_background(self._ask)
            _pause(asked)
        self._enter("")

    def _judge(self, moment: Moment) -> None:
        failed = judge(self._standing, moment, self._limits, self._cluster.ready.total_s)
        if failed:
            raise self._launch_failed(self._watcher.last_words(failed))
        self._standing = advance(self._standing, moment)
        for phase in phases_of(moment):
            self._enter(phase)
        if self._phase != "token":
            self._progress.at(self._phase, moment.log.progress)

    def _ask(self) -> str | None:
        """What is wrong with the API's answer; no connection yet is waited out under the stall limit."""
        try:
            return streamed_token(self._cluster, self._base_url(), self._limits["token"])
        except CannotTell as error:
            self._progress.at("token", error.seen)
            return ""

    def _is_token(self, asked: Future[str | None]) -> bool:
        """Whether a token came. Every answer is read before another one is asked for."""
        wrong = asked.result()
        if wrong:
            remedy = "read the lines: the server answers, and does not generate"
            raise self._launch_failed(self._watcher.last_words(Failed(None, wrong, remedy)))
        return wrong is None

    def _enter(self, phase: str) -> None:
        now_s = time.monotonic()
        if phase in self._entered:
            return
        self._entered.add(phase)
        self._phased(self._phase, self._since_s, now_s)
        self._progress.ended(self._phase, now_s - self._since_s)
        self._phase, self._since_s = phase, now_s
        if phase:
            self._progress.begun(phase)

    def _launch_failed(self, failed: Failed) -> LaunchFailed:
        assert self._cluster.engine is not None
        self._phased(self._phase, self._since_s, time.monotonic())
        return LaunchFailed(
            f"{self._cluster.engine.model_name} serving",
            failed.seen,
            failed.remedy,
            failed.lines,
            phase=self._phase,
            node=failed.node,
        )


def in_background(work: Callable[[], str | None]) -> Future[str | None]:
    """Runs `work` in a daemon thread: a request that hangs must not keep the process from ending."""
    future: Future[str | None] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  handed to whoever asks for the result
            future.set_exception(error)

    Thread(target=run, name="firstlight-token", daemon=True).start()
    return future


def _pause(asked: Future[str | None] | None) -> None:
    """Until the next look, or the answer."""
    if asked is None:
        time.sleep(EVERY_S)
    else:
        wait([asked], timeout=EVERY_S)
