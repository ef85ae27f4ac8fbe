"""When a host is up: sshd answers, Docker answers, and what is enabled on it runs."""

import time
from collections.abc import Iterable

from inventory.errors import LabError
from launch.lab import keepers, ssh
from launch.lab.host import Host

PAUSE_S = 0.1
BOOT_ID = "cat /proc/sys/kernel/random/boot_id"


def first_answer(host: Host, deadline_s: float, other_than: str | None = None) -> str:
    """The boot id, once sshd gives one that is not `other_than`. Raises LabError at the deadline."""
    ends_s = time.monotonic() + deadline_s
    while time.monotonic() < ends_s:
        boot_id = ssh.answer(host, BOOT_ID, timeout_s=5)
        if boot_id and boot_id != other_than:
            return boot_id
        if keepers.running(host) is None:
            raise _no_answer(host, deadline_s, "it is off")
        time.sleep(PAUSE_S)
    raise _no_answer(host, deadline_s, "no answer" if other_than is None else "no answer of a new boot")


def _no_answer(host: Host, deadline_s: float, seen: str) -> LabError:
    wanted = f"{host.name} to answer on SSH within {deadline_s:g} s"
    return LabError(wanted, seen, f"see {host.runtime / 'console.log'}", last_lines(host))


def services(host: Host, units: Iterable[str], containers: int, deadline_s: float) -> None:
    """Waits on the host for its units and containers. Raises LabError at the deadline."""
    if ssh.answer(host, waiting_script(units, containers, deadline_s), timeout_s=deadline_s + 5) is None:
        raise LabError(
            f"Docker and the stale stack to run on {host.name} within {deadline_s:g} s",
            ssh.answer(host, "systemctl --failed --no-legend; docker ps -a", timeout_s=10) or "no answer",
            f"see `journalctl -b` on {host.name}",
        )


def waiting_script(units: Iterable[str], containers: int, deadline_s: float) -> str:
    active = f"systemctl is-active --quiet {' '.join(('docker', *units))}"
    running = f'[ "$(docker ps --quiet | wc -l)" -ge {containers} ]'
    return f"timeout {deadline_s:g} sh -c 'until {active} && {running}; do sleep 0.1; done'"


def last_lines(host: Host) -> tuple[str, ...]:
    """The end of the host's console and of its keeper's log."""
    logs = (host.runtime / "console.log", host.runtime / "keeper.log")
    return tuple(
        line for log in logs if log.exists() for line in log.read_text(errors="replace").splitlines()[-4:]
    )
