"""What OpenSSH's last words mean (ssh(1) of OpenSSH 8 to 10): a table, first match counts."""

import re

from inventory.errors import Unreachable

# (pattern in ssh's stderr, rung, what was seen, what to do)
_MEANINGS: tuple[tuple[str, str, str, str], ...] = (
    (
        r"sudo: .*password is required|sudo: a terminal is required",
        "sudo",
        "sudo would ask for a password",
        "allow the user the commands of this mode without a password (README, sudo), or drop `sudo = true`",
    ),
    (
        r"REMOTE HOST IDENTIFICATION HAS CHANGED",
        "host key",
        "the host key differs from the known one",
        "find out why before trusting it: the machine was reinstalled, or another one answers",
    ),
    (
        r"Host key verification failed|No \w+ host key is known",
        "host key",
        "the host key is not known",
        "compare the fingerprint, then add it with ssh-keyscan or one ssh by hand",
    ),
    (
        r"Permission denied|Too many authentication failures",
        "key",
        "sshd answers and refuses the key",
        "put the controller's public key into the user's authorized_keys, or load it into the agent",
    ),
    (
        r"Could not resolve hostname",
        "name",
        "the name does not resolve",
        "check the spelling, mDNS, /etc/hosts or ~/.ssh/config",
    ),
    (
        r"Connection refused",
        "sshd",
        "the host is up and no sshd listens",
        "start sshd on the host's console: systemctl start ssh",
    ),
    (
        r"No route to host|Network is unreachable",
        "network",
        "no route to the host",
        "see whether the host is powered on and its network is up",
    ),
    (
        r"timed out|Timeout, server|banner exchange",
        "network",
        "the host does not answer in time",
        "see whether the host hangs or is switched off; ping it from its neighbour",
    ),
    (
        r"closed by remote host|Connection reset|Broken pipe|kex_exchange_identification|Connection closed",
        "sshd",
        "the connection was closed by the host",
        "read sshd's journal on the host's console: journalctl -u ssh",
    ),
)


def explain(node: str, destination: str, stderr: str) -> Unreachable:
    """The error for a failed SSH connection, with the rung that fails and the remedy."""
    wanted = f"a shell on {node} by ssh {destination}"
    evidence = tuple(stderr.strip().splitlines()[-10:])
    for pattern, rung, seen, remedy in _MEANINGS:
        if re.search(pattern, stderr, re.IGNORECASE):
            return Unreachable(wanted, seen, remedy, evidence, rung=rung)
    last = evidence[-1] if evidence else "ssh ended without a word"
    return Unreachable(wanted, last, f"run by hand: ssh {destination} true", evidence, rung="ssh")
