"""What of the kernel's words is a fault of this node since it started.

Hosts that share a kernel share its log. Such a host counts what is newer than itself, and an OOM kill only
when its cgroup is the node's own or one of its containers'; hardware is everybody's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from probes.facts.kernel_lines import KernelEvent
from probes.facts.kernel_log import KernelLog
from probes.facts.xid import Severity

OWN_KERNEL_S = 60.0
"""A process 1 that starts later than this after the kernel runs in a container of some kind."""


def faults(log: KernelLog, container_ids: Iterable[str] = ()) -> tuple[str, ...]:
    """Fatal events of this node: Xid with bus and root cause, OOM kills, machine checks, driver faults."""
    ids = tuple(container_ids)
    fatal = (event for event in log.events if event.severity is Severity.FATAL)
    return tuple(dict.fromkeys(described(event) for event in fatal if is_of_node(event, log, ids)))


def remarks(log: KernelLog, container_ids: Iterable[str] = ()) -> tuple[str, ...]:
    """What is worth a line and fails nothing: warnings, and how often benign kinds were seen."""
    ids = tuple(container_ids)
    mild = (event for event in log.events if event.severity is not Severity.FATAL)
    counts: dict[str, int] = {}
    for event in mild:
        if event.kind not in {"link", "cable"} and is_of_node(event, log, ids):
            counts[_remark(event)] = counts.get(_remark(event), 0) + 1
    return tuple(f"{what} ({count}×)" for what, count in counts.items())


def is_of_node(event: KernelEvent, log: KernelLog, container_ids: tuple[str, ...]) -> bool:
    """The event belongs to the node that read the log."""
    started_s = log.node_started_s
    if started_s is None or started_s < OWN_KERNEL_S:
        return True
    if event.at_s is None or event.at_s < started_s:
        return False
    return event.kind != "oom_kill" or _is_in(event.fields.get("cgroup") or "", log.cgroups, container_ids)


def _is_in(cgroup: str, roots: tuple[str, ...], container_ids: tuple[str, ...]) -> bool:
    own = tuple(root for root in roots if root != "/")
    return any(one in cgroup for one in container_ids) or cgroup.startswith(own)


def described(event: KernelEvent) -> str:
    """The event in a line: kind, subject, cause."""
    if event.xid:
        clean_up = f" (seen as {event.xid.code})" if event.xid.caused_by else ""
        return f"Xid {event.xid.root} on {event.xid.bus}{clean_up}: {event.xid.text}".rstrip(": ")
    if event.kind == "api_mismatch":
        client, module = event.fields["client"], event.fields["module"]
        return f"driver libraries {client} on kernel module {module}: reboot so that the new module loads"
    if event.kind == "oom_kill":
        where = event.fields.get("cgroup")
        killed = f"out of memory: killed {event.fields['process']} (pid {event.fields['pid']})"
        return killed + (f" in {where}" if where else "")
    return f"{event.kind}: {event.text}"


def _remark(event: KernelEvent) -> str:
    return (
        "NV_ERR_NO_MEMORY, which good starts print too"
        if event.kind == "nv_err_no_memory"
        else described(event)
    )


@dataclass(frozen=True)
class PhysicalPort:
    """One cable's port: the PCI functions that share bus, device and function number over PCI domains.

    `is_up` is what the log said last of its network devices, of its RDMA devices where it names no other.
    """

    function: str
    is_up: bool
    devices: tuple[str, ...]


def physical_ports(log: KernelLog) -> tuple[PhysicalPort, ...]:
    """The ports that the log speaks of. A GB10 shows each of its two as two functions (0000: and 0002:)."""
    ports: dict[str, dict[str, str]] = {}
    for event in log.events:
        if event.kind == "link":
            function = event.fields["function"].partition(":")[2]
            ports.setdefault(function, {})[event.fields["device"]] = event.fields["state"]
    return tuple(PhysicalPort(name, _is_up(seen), tuple(seen)) for name, seen in sorted(ports.items()))


def _is_up(states: Mapping[str, str]) -> bool:
    said = frozenset(states.values())
    return "up" in said if said & {"up", "down"} else "ACTIVE" in said
