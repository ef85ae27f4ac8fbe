"""Evicting what is declared stale, and our own older generation; nothing else is ever touched.

Units first, or systemd starts again what is being removed; disabled as well as stopped, or the next boot
brings them back.
"""

from collections.abc import Iterable

from inventory.cluster import Cluster
from inventory.transport import quoted
from launch.found import Found
from launch.plan.removal import own_removal, words
from launch.plan.step import Step, ids
from probes.facts.units import Unit

PHASE = "evict"
GIB = 1024 * 1024
"""In KiB, the unit of /proc/meminfo."""

ENABLED = (
    'case "$(systemctl is-enabled %s 2>/dev/null)" in enabled|enabled-runtime|alias|generated) '
    'echo "unit "%s" is enabled";; esac'
)
"""`systemctl is-enabled` exits 0 for static units too, which nothing starts by itself (systemctl(1))."""


def evict_steps(cluster: Cluster, found: Found, *, replace: bool = True) -> tuple[Step, ...]:
    """Steps per node that has anything to evict; our own containers only if `replace`."""
    return tuple(step for node in found.nodes for step in _node_steps(cluster, found, node, replace=replace))


def _node_steps(cluster: Cluster, found: Found, node: str, *, replace: bool) -> tuple[Step, ...]:
    units = found.stale_units(cluster, node)
    stale = [container.name for container in found.stale_containers(cluster, node)]
    own = own_removal(cluster, found, node, PHASE) if replace else ()
    changing = (*_units(node, units), *_containers(node, stale, units), *own)
    if not changing:
        return ()
    ours = [container.name for container in found.ours(cluster, node)] if replace else []
    gone = _gone(node, [unit.name for unit in units], [*stale, *ours], ids(changing))
    return (*changing, gone, *_memory(cluster, node, gone.id))


def _units(node: str, units: tuple[Unit, ...]) -> Iterable[Step]:
    if not units:
        return
    yield Step(
        id=f"evict/units/{node}",
        node=node,
        command="systemctl disable --now " + words([u.name for u in units]),
        purpose=f"stop, now and at boot, the stale {', '.join(u.name for u in units)}",
        deadline_s=120,
        phase=PHASE,
        undo=_restoring(units),
    )


def _restoring(units: tuple[Unit, ...]) -> str:
    enabled = [u.name for u in units if u.starts_at_boot]
    running = [u.name for u in units if u.is_active]
    commands = {"systemctl enable": enabled, "systemctl start": running}
    return " && ".join(f"{command} {words(names)}" for command, names in commands.items() if names)


def _containers(node: str, names: list[str], units: tuple[Unit, ...]) -> Iterable[Step]:
    if not names:
        return
    yield Step(
        id=f"evict/containers/{node}",
        node=node,
        command=f"docker rm --force {words(names)}",
        purpose=f"remove the containers {', '.join(names)}",
        deadline_s=120,
        phase=PHASE,
        why_no_undo="a removed container's own layer is gone; its unit, once restored, makes it anew",
        needs=(f"evict/units/{node}",) if units else (),
    )


def _gone(node: str, units: list[str], containers: list[str], needs: tuple[str, ...]) -> Step:
    """Prints what is still there, and fails if anything is."""
    asked = [quoted('systemctl is-active --quiet %s && echo "unit "%s" is active"', u, u) for u in units]
    asked += [quoted(ENABLED, u, u) for u in units]
    asked += [
        quoted('docker container inspect %s >/dev/null 2>&1 && echo "container "%s" exists"', c, c)
        for c in containers
    ]
    return Step(
        id=f"evict/gone/{node}",
        node=node,
        command="left=$(" + "\n".join(asked) + '\n); [ -z "$left" ] || { echo "$left" >&2; exit 1; }',
        purpose="see that all of it is gone",
        deadline_s=30,
        phase=PHASE,
        needs=needs,
        changes=False,
    )


def _memory(cluster: Cluster, node: str, after: str) -> Iterable[Step]:
    if cluster.memory.min_available_gib is None:
        return
    wanted_kib = int(cluster.memory.min_available_gib * GIB)
    available = "awk '/^MemAvailable:/ {print $2}' /proc/meminfo"
    yield Step(
        id=f"evict/memory/{node}",
        node=node,
        command=f'until [ "$({available})" -ge {wanted_kib} ]; do sleep 0.5; done',
        purpose=f"see at least {cluster.memory.min_available_gib:g} GiB of memory available again",
        deadline_s=60,
        phase=PHASE,
        needs=(after,),
        changes=False,
    )
