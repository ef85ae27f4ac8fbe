"""Cables: each host has a network namespace; one veth pair is the fabric, one per host leads nowhere.

The ends are made in a third namespace and plugged into a host by moving them there. A rebooted host gets a
new namespace and its cables again, so that no address, route, rule or MTU outlives the boot that set it:
what comes back is what the host itself keeps.
"""

from collections.abc import Iterator

from launch.lab import shell
from launch.lab.host import EXTERNAL_INTERFACE, FABRIC_INTERFACE, HOSTS, Host

CABLES = "fl-cables"
NAMESPACES = (CABLES, *(host.namespace for host in HOSTS))
Ip = tuple[str, ...]


def existing() -> frozenset[str]:
    """Names of the machine's network namespaces."""
    return frozenset(line.split()[0] for line in shell.run(("ip", "netns", "list")).splitlines() if line)


def laid() -> Iterator[Ip]:
    """Commands that make the namespaces and all cables, plugged into nothing."""
    for namespace in NAMESPACES:
        yield ("ip", "netns", "add", namespace)
    first, second = (end_of(host, "fab") for host in HOSTS)
    yield ("ip", "-n", CABLES, "link", "add", first, "type", "veth", "peer", "name", second)
    for host in HOSTS:
        outer, hole = end_of(host, "ext"), end_of(host, "hole")
        yield ("ip", "-n", CABLES, "link", "add", outer, "type", "veth", "peer", "name", hole)
        yield ("ip", "-n", CABLES, "link", "set", hole, "up")


def plug_in(host: Host) -> None:
    """Gives a host a new namespace with its two cables, wherever they are now. Raises LabError."""
    if shell.succeeds(("ip", "-n", host.namespace, "link", "show", FABRIC_INTERFACE)):
        shell.run_all(unplugged(host))
    shell.run_all(plugged(host))


def plugged(host: Host) -> Iterator[Ip]:
    """Commands that plug a host's two cables in."""
    for end, interface in _ends(host):
        yield _moved(CABLES, end, interface, host.namespace)


def unplugged(host: Host) -> Iterator[Ip]:
    """Commands that pull both cables, as new, and forget everything else of the host's network."""
    for end, interface in _ends(host):
        yield _moved(host.namespace, interface, end, CABLES)
        yield ("ip", "-n", CABLES, "link", "set", end, "mtu", "1500")
    yield ("ip", "netns", "del", host.namespace)
    yield ("ip", "netns", "add", host.namespace)


def removed(present: frozenset[str]) -> Iterator[Ip]:
    """Commands that remove those of our namespaces that are there; cables end with them."""
    for namespace in NAMESPACES:
        if namespace in present:
            yield ("ip", "netns", "del", namespace)


def end_of(host: Host, cable: str) -> str:
    """The name of a cable's end while it is not plugged in; Linux allows 15 characters."""
    return f"{cable}-{host.name}"


def _ends(host: Host) -> tuple[tuple[str, str], ...]:
    return ((end_of(host, "fab"), FABRIC_INTERFACE), (end_of(host, "ext"), EXTERNAL_INTERFACE))


def _moved(origin: str, name: str, new_name: str, target: str) -> Ip:
    return ("ip", "-n", origin, "link", "set", name, "name", new_name, "netns", target)
