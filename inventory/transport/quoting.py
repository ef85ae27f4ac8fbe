"""Strings from files and hosts reach a shell only quoted."""

from shlex import quote


def quoted(command: str, *values: object) -> str:
    """`command` with each %s replaced by the next value, quoted for a POSIX shell.

    >>> quoted("systemctl stop %s", "a b; reboot")
    "systemctl stop 'a b; reboot'"
    """
    return command % tuple(quote(str(value)) for value in values)
