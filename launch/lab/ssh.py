"""How the controller reaches a host: OpenSSH over a socket opened inside the host's network namespace.

Nothing is added to the machine's own network. `nc -F` opens the connection and hands it to ssh, so no relay
stays in between (ssh_config(5), ProxyUseFdpass).
"""

import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from launch.lab import places, shell
from launch.lab.host import HOSTS, Host, named

TEMPLATE = """\
# The virtual pair's hosts; made by `python -m launch lab up`, gone with it.
{entries}
Host {all}
    User root
    IdentityFile {key}
    IdentitiesOnly yes
    UserKnownHostsFile {known_hosts}
    GlobalKnownHostsFile /dev/null
    StrictHostKeyChecking yes
    CheckHostIP no
    ProxyUseFdpass yes
"""
ENTRY = """\
Host {name}
    ProxyCommand nsenter --net=/run/netns/{namespace} nc.openbsd -F 127.0.0.1 22
"""


def config_text(hosts: Iterable[Host] = HOSTS) -> str:
    """An ssh_config for the hosts, known by their keys and nothing else."""
    known = tuple(hosts)
    entries = "".join(ENTRY.format(name=host.name, namespace=host.namespace) for host in known)
    names = " ".join(host.name for host in known)
    return TEMPLATE.format(entries=entries, all=names, key=places.KEY, known_hosts=places.KNOWN_HOSTS)


def known_hosts_text(keys: Mapping[str, str]) -> str:
    """Host name -> public key line, as known_hosts wants it; hosts know each other by address as well."""
    return "".join(f"{name},{named(name).fabric.ip} {key.strip()}\n" for name, key in keys.items())


def make_key(path: Path) -> str:
    """A new key pair at `path`; gives the public line."""
    shell.run(("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "firstlight-lab", "-f", path))
    return path.with_suffix(".pub").read_text()


def command(host: Host, remote: str) -> tuple[str, ...]:
    """An ssh command line that never asks anything."""
    options = ("-F", str(places.SSH_CONFIG), "-o", "BatchMode=yes", "-o", "ConnectTimeout=3")
    return ("ssh", *options, host.name, remote)


def answer(host: Host, remote: str, timeout_s: float) -> str | None:
    """What a command on the host printed; None when it failed or the host did not answer in time."""
    try:
        ran = subprocess.run(
            command(host, remote),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return None if ran.returncode else ran.stdout.decode(errors="replace").strip()
