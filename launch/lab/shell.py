"""The lab's one way to run a program on this machine."""

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from inventory.errors import LabError

LAST_LINES = 8
Command = Sequence[str | Path]


def run(command: Command, *, timeout_s: float = 60, stdin: bytes = b"", remedy: str = "see its words") -> str:
    """What the program printed. Raises LabError where it is missing, fails, or is not done in time."""
    wanted = f"`{' '.join(map(str, command[:6]))}` to succeed"
    try:
        ran = subprocess.run(command, input=stdin, capture_output=True, timeout=timeout_s, check=False)
    except FileNotFoundError as error:
        raise LabError(wanted, f"no program {command[0]}", "install it") from error
    except subprocess.TimeoutExpired as error:
        raise LabError(wanted, f"it still ran after {timeout_s:g} s", remedy) from error
    if ran.returncode:
        lines = (ran.stdout + ran.stderr).decode(errors="replace").splitlines()[-LAST_LINES:]
        raise LabError(wanted, f"exit status {ran.returncode}: {' '.join(lines[-1:])}", remedy, tuple(lines))
    return ran.stdout.decode(errors="replace")


def run_all(commands: Iterable[Command]) -> None:
    """One after another; the first that fails raises LabError."""
    for command in commands:
        run(command)


def succeeds(command: Command, *, timeout_s: float = 60) -> bool:
    """Whether the program exits with 0 within the deadline."""
    try:
        ran = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=timeout_s,
            check=False,
        )
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return False
    return ran.returncode == 0
