"""The virtual pair: up, down, status, reboot. One at a time on a machine."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from inventory.errors import LabError, Refused
from launch.lab import keepers, machine, pieces, places, raising, ready, ssh, state
from launch.lab.host import HOSTS, Host, named, on_each
from launch.lab.progress import Elapsed, Say, silent
from launch.lab.status import HostStatus, Status
from launch.lock import Lock

REBOOT_DEADLINE_S = 90


def up(*, fresh: bool = False, progress: Say = silent) -> bool:
    """Raises the pair; False when it was up and healthy already and nothing was done.

    What a killed run left behind is cleared first, and so is all of the pair when `fresh` or when it is
    damaged: a raised pair starts in its first state, stale stack running. Raises LabError, with nothing left.
    """
    elapsed = Elapsed("lab", progress)
    machine.allowed_here()
    with _alone():
        if not fresh and status().is_healthy:
            return False
        if raising.cleared():
            elapsed.say("cleared what was there")
        built = pieces.ensure(machine.ready(progress), progress)
        try:
            raising.raised(built, elapsed)
        except BaseException:
            raising.cleared()
            raise
    return True


def down() -> bool:
    """Ends the pair and removes all of it; False when there was none. The cache stays. Raises LabError."""
    machine.allowed_here()
    with _alone():
        return raising.cleared()


def status() -> Status:
    """How the pair is now; asks the hosts."""
    lab = state.read()
    return Status(lab is not None and lab.complete, tuple(on_each(_status)) if lab else ())


def reboot(names: Sequence[str] = (), *, progress: Say = silent) -> dict[str, str]:
    """Reboots the hosts (all of them by default), by itself where a host answers, else by its reset button.

    Gives host name -> new boot id. Raises LabError for an unknown name, without a pair, or at the deadline.
    """
    hosts = _chosen(names)
    state.required()
    progress(f"rebooting {', '.join(host.name for host in hosts)}")
    return dict(zip((host.name for host in hosts), on_each(_rebooted, hosts), strict=True))


def _chosen(names: Sequence[str]) -> tuple[Host, ...]:
    known = {host.name for host in HOSTS}
    if unknown := [name for name in names if name not in known]:
        raise LabError(f"one of {', '.join(sorted(known))}", unknown[0], "name a host of the pair")
    return tuple(named(name) for name in names) or HOSTS


def _rebooted(host: Host) -> str:
    """The id of the new boot."""
    keeper, former = keepers.running(host), ssh.answer(host, ready.BOOT_ID, timeout_s=5)
    if keeper is None:
        keepers.start(host)
    elif former is None or ssh.answer(host, "systemctl reboot", timeout_s=10) is None:
        keepers.push_reset(keeper)
    return ready.first_answer(host, REBOOT_DEADLINE_S, former)


def _status(host: Host) -> HostStatus:
    boot_id = ssh.answer(host, ready.BOOT_ID, timeout_s=5)
    docker = boot_id and ssh.answer(host, "docker version", timeout_s=10)
    return HostStatus(host.name, keepers.running(host) is not None, bool(docker), boot_id)


@contextmanager
def _alone() -> Iterator[None]:
    """Raises LabError while another process raises or ends the pair."""
    places.LOCK.parent.mkdir(parents=True, exist_ok=True)
    lock = Lock(places.LOCK)
    try:
        lock.acquire()
    except Refused as refused:
        raise LabError("the virtual pair for this run alone", refused.seen, refused.remedy) from refused
    try:
        yield
    finally:
        lock.release()
