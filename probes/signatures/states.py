"""States that no single line shows: small pure predicates over a whole text, by name."""

import re
from collections.abc import Callable, Mapping
from ipaddress import IPv4Interface
from itertools import pairwise

ENV = re.compile(r"^([\d.]+) env: (.*)$", re.MULTILINE)
KILLED_AT = re.compile(r"low on memory\. Memory on the node \(IP: ([\d.]+)")
GATHER = re.compile(
    r"^ *(\d+) +\d+ +\w+ +\w+ +-?\d+ +[\d.]+ +[\d.]+ +([\d.]+) +\S+ +[\d.]+ +[\d.]+ +([\d.]+)", re.MULTILINE
)
FABRIC_PORT = re.compile(r"^((?:enp1|enP2p1)s0f\dnp\d)\s+UP\s+(\d+\.\d+\.\d+\.\d+/\d+)", re.MULTILINE)
FREE_AT_START = re.compile(r"Free memory on device[^(]*\(([\d.]+)/[\d.]+ GiB\) on startup is less than")
AVAILABLE_GIB = re.compile(r"^(\d\d):(\d\d):(\d\d) MemAvailable ([\d.]+) GiB", re.MULTILINE)
ACTIVE = re.compile(r"^Active:\n((?: \d+ node_\w+\n)+)", re.MULTILINE)
UP = re.compile(r"^(\S+) Up ", re.MULTILINE)
COMPILER_KILLED = re.compile(r"Killed process \d+ \((?:cicc|ptxas|nvcc|cc1plus|ninja)\)")
RESTARTS = re.compile(r"^(\d+) (?:unless-stopped|always|on-failure)", re.MULTILINE)

LARGE_BYTES = 1 << 30
"""Bus bandwidth of smaller messages is bound by latency."""
SLOW_GB_S = 5.0
GATE_GB_S = 21.875
"""NVIDIA's own gate for all_gather of 16 GiB on two Sparks: 175 Gb/s."""
GATE_BYTES = 16 << 30
LOOP_RESTARTS = 5
MANY_KIB = 15 << 20


def monitor_off_elsewhere_only(text: str) -> bool:
    """Some node has the monitor off, and it killed on one that has not."""
    off = {node: "RAY_memory_monitor_refresh_ms=0" in said for node, said in ENV.findall(text)}
    return any(off.values()) and any(not off.get(node, True) for node in KILLED_AT.findall(text))


def one_active_ray_node(text: str) -> bool:
    """A status of Ray with one active node and no failure."""
    active = ACTIVE.search(text)
    return active is not None and active[1].count("\n") == 1 and "(no failures)" in text


def container_gone_after_session(text: str) -> bool:
    """A container that was up is in no list after the session closed."""
    before, closed, later = text.partition("closed.\n")
    up = UP.search(before)
    listed = {line.split(" ", 1)[0] for line in later.splitlines()}
    return bool(closed) and up is not None and "docker ps -a" in later and up[1] not in listed


def cluster_without_server(text: str) -> bool:
    """Containers up, Ray's nodes alive, and nobody listens on the server's port."""
    return bool(re.search(r" Up \d", text) and "ALIVE" in text and "curl: (7)" in text)


def all_gather_near_3_gb_s(text: str) -> bool:
    """All large messages of an all_gather sweep are slow."""
    large = [float(out) for size, out, _ in GATHER.findall(text) if int(size) >= LARGE_BYTES]
    return bool(large) and max(large) < SLOW_GB_S


def all_gather_16g_below_gate(text: str) -> bool:
    """All_gather of 16 GiB is neither dead slow nor up to NVIDIA's gate."""
    best = [
        max(float(out), float(into)) for size, out, into in GATHER.findall(text) if int(size) == GATE_BYTES
    ]
    return bool(best) and SLOW_GB_S <= max(best) < GATE_GB_S


def twins_share_a_subnet(text: str) -> bool:
    """Two fabric ports of one host with addresses in one subnet."""
    nets = [_network(address) for _, address in FABRIC_PORT.findall(text)]
    known = [net for net in nets if net]
    return len(set(known)) < len(known)


def _network(address: str) -> str | None:
    try:
        return str(IPv4Interface(address).network)
    except ValueError:
        return None


def page_cache_counts_as_used(text: str) -> bool:
    """CUDA's free memory is MemFree, and far more is available."""
    kib = {name: int(size) for name, size in re.findall(r"^(\w+): +(\d+) kB", text, re.MULTILINE)}
    if "cudaMemGetInfo" not in text or not {"MemFree", "MemAvailable", "Cached"} <= kib.keys():
        return False
    return kib["MemAvailable"] - kib["MemFree"] > MANY_KIB and kib["Cached"] > MANY_KIB


def memory_falls_after_weights(text: str) -> bool:
    """More than 15 GiB gone within a minute after the weights."""
    _, loaded, after = text.partition("Loading weights took")
    samples = [float(gib) for *_, gib in AVAILABLE_GIB.findall(after)]
    return bool(loaded) and len(samples) > 1 and samples[0] - min(samples) > MANY_KIB / (1 << 20)


def killed_while_compiling_once(text: str) -> bool:
    """A compiler was killed for memory, and a later start came up."""
    killed = COMPILER_KILLED.search(text)
    return killed is not None and "Application startup complete" in text[killed.end() :]


def restart_loop_eats_memory(text: str) -> bool:
    """Many restarts of a host that stopped answering, or starts that each find less memory."""
    free = [float(gib) for gib in FREE_AT_START.findall(text)]
    shrinking = len(free) > 2 and all(later < sooner for sooner, later in pairwise(free))
    restarts = RESTARTS.search(text)
    looping = restarts is not None and int(restarts[1][:9]) >= LOOP_RESTARTS and "banner exchange" in text
    return shrinking or looping


def healthy_and_silent(text: str) -> bool:
    """/health says 200 and a request for a token gets no answer."""
    _, asked, after = text.partition("/health")
    return bool(asked) and re.search(r"^200\b", after, re.MULTILINE) is not None and "curl: (28)" in after


STATES: Mapping[str, Callable[[str], bool]] = {
    state.__name__: state
    for state in (
        monitor_off_elsewhere_only,
        one_active_ray_node,
        container_gone_after_session,
        cluster_without_server,
        all_gather_near_3_gb_s,
        all_gather_16g_below_gate,
        twins_share_a_subnet,
        page_cache_counts_as_used,
        memory_falls_after_weights,
        killed_while_compiling_once,
        restart_loop_eats_memory,
        healthy_and_silent,
    )
}
