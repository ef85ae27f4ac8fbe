"""What was declared not to be there: does it run, and would it come back?

Every finding is a sentence that names its subject; () means that nothing was found.
"""

from collections.abc import Iterable
from itertools import chain

from probes.facts.containers import Container
from probes.facts.listeners import Listener
from probes.facts.units import Unit, Units

ENABLED = "enabled"


def active(units: Units, declared: Iterable[str]) -> tuple[str, ...]:
    """The declared units that run or are about to; instances of a declared template too."""
    return tuple(
        f"{unit.name} is {unit.active} ({unit.sub})" for unit in _named(units, declared) if unit.is_active
    )


def starting_at_boot(units: Units, declared: Iterable[str]) -> tuple[str, ...]:
    """The declared units that the next boot starts, and by what: a target, a timer, a socket, another unit.

    One that is enabled for a target outside the default boot is named too: whoever starts that target
    starts it.
    """
    sentences = (_at_boot(unit) for unit in _named(units, declared))
    return tuple(sentence for sentence in sentences if sentence)


def broken(units: Units, declared: Iterable[str]) -> tuple[str, ...]:
    """The declared units whose file systemd cannot read: neither absent nor disabled."""
    return tuple(f"{u.name}: its unit file is broken" for u in _named(units, declared) if u.is_broken)


def running(containers: Iterable[Container], declared: Iterable[str]) -> tuple[str, ...]:
    """The declared containers that run, crash loops between two tries included."""
    names = frozenset(declared)
    alive = {"running", "restarting", "paused"}
    return tuple(
        f"{one.name} is {one.status}" for one in containers if one.name in names and one.status in alive
    )


def returning(containers: Iterable[Container], declared: Iterable[str]) -> tuple[str, ...]:
    """The declared containers that their restart policy can bring back, stopped ones too."""
    names = frozenset(declared)
    return tuple(
        f"{one.name} is {one.status} and has restart policy {one.restart_policy}"
        for one in containers
        if one.name in names and one.comes_back
    )


def listening(listeners: Iterable[Listener], ports: Iterable[int]) -> tuple[str, ...]:
    """The declared ports that something listens on."""
    declared = frozenset(ports)
    return tuple(
        f"port {one.port} on {one.address} is held by {one.process or 'an unknown process'}"
        for one in listeners
        if one.port in declared
    )


def _named(units: Units, declared: Iterable[str]) -> tuple[Unit, ...]:
    found = chain.from_iterable(units.named(name) for name in declared)
    return tuple({unit.name: unit for unit in found}.values())


def _at_boot(unit: Unit) -> str | None:
    what = f"{unit.name} (alias of {unit.alias_of})" if unit.alias_of else unit.name
    if unit.starts_at_boot:
        return f"{what} is started at boot by {', '.join(unit.started_by) or 'the system itself'}"
    if unit.enabled_state == ENABLED:
        return f"{what} is enabled, for a target outside the default boot"
    return None
