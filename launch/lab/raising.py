"""Makes the pair out of its pieces and starts it; takes it apart again."""

import secrets
import shutil

from inventory.errors import LabError
from launch.lab import (
    cgroup,
    image_store,
    keepers,
    network,
    nspawn,
    places,
    ready,
    shell,
    ssh,
    stale,
    state,
    tree,
)
from launch.lab.host import HOSTS, Host, on_each
from launch.lab.pieces import Pieces
from launch.lab.progress import Elapsed

ANSWER_DEADLINE_S = 60
SERVICES_DEADLINE_S = 90


def raised(pieces: Pieces, elapsed: Elapsed) -> None:
    """The pair in its first state, from nothing. Raises LabError; what was made then is still there."""
    places.RUNTIME.mkdir(mode=0o700)
    state.write(state.State(pieces.rootfs, pieces.mounts, complete=False))
    _furnish(pieces)
    shell.run_all(network.laid())
    elapsed.say("files and cables are there")
    for host in HOSTS:
        keepers.start(host)
    on_each(lambda host: ready.first_answer(host, ANSWER_DEADLINE_S))
    elapsed.say("both hosts answer")
    on_each(stale_runs)
    elapsed.say("the stale stack runs")
    state.write(state.State(pieces.rootfs, pieces.mounts, complete=True))


def cleared() -> bool:
    """Ends and removes everything of ours; whether there was anything. Raises LabError."""
    present = network.existing() & set(network.NAMESPACES)
    if present and not places.RUNTIME.exists():
        raise LabError(
            f"the network namespaces {', '.join(network.NAMESPACES)} for the pair",
            f"{', '.join(sorted(present))} taken by something else",
            f"remove it with `ip netns del {min(present)}`",
        )
    was_there = places.RUNTIME.exists() or places.DISK.exists() or bool(cgroup.members())
    on_each(keepers.switch_off)
    cgroup.end()
    shell.run_all(network.removed(present))
    on_each(lambda host: shutil.rmtree(host.disk, ignore_errors=True))
    for folder in (places.DISK, places.RUNTIME):
        if folder.exists():
            shutil.rmtree(folder)
    return was_there


def stale_runs(host: Host) -> None:
    services = stale.services(host)
    containers = sum(service.container is not None for service in services)
    ready.services(host, (service.unit for service in services), containers, SERVICES_DEADLINE_S)


def _furnish(pieces: Pieces) -> None:
    """Keys, ssh's files, and every host's own tree and image store."""
    authorized = ssh.make_key(places.KEY) + ssh.make_key(places.HOSTS_KEY)
    for host in HOSTS:
        host.runtime.mkdir()
    keys = {host.name: ssh.make_key(host.runtime / "host_key") for host in HOSTS}
    known_hosts = ssh.known_hosts_text(keys)
    places.KNOWN_HOSTS.write_text(known_hosts)
    places.SSH_CONFIG.write_text(ssh.config_text())
    on_each(lambda host: _furnish_host(host, pieces, authorized, known_hosts))


def _furnish_host(host: Host, pieces: Pieces, authorized: str, known_hosts: str) -> None:
    layers = nspawn.Layers(pieces.rootfs, host.disk)
    layers.make()
    host_key, own_key = (host.runtime / "host_key").read_text(), places.HOSTS_KEY.read_text()
    keys = tree.Keys(host_key, own_key, authorized, known_hosts)
    tree.write(layers.upper, tree.of(host, secrets.token_hex(16), keys))
    host.docker.mkdir(mode=0o710)
    shell.run_all(
        image_store.copied(pieces.store, host.docker, image_store.layer_option(pieces.store, host.disk))
    )
