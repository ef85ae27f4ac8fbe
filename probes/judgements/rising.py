"""What moved between two readings of the same counters."""

from collections.abc import Iterable, Mapping

from probes.facts.counters import Counters, RdmaCounters

TROUBLE = ("rx_errors", "tx_errors", "rx_dropped", "tx_dropped")


def errors(
    before: Mapping[str, Counters], after: Mapping[str, Counters], interfaces: Iterable[str]
) -> tuple[str, ...]:
    """Error and drop counters of these devices that rose."""
    return tuple(
        f"{name} {counter} rose by {risen}"
        for name in interfaces
        if name in before and name in after
        for counter, risen in _risen(_trouble(before[name]), _trouble(after[name]))
    )


def _trouble(counters: Counters) -> dict[str, int]:
    finer = {key: value for key, value in counters.other.items() if key.endswith(("_errors", "_dropped"))}
    return {name: getattr(counters, name) for name in TROUBLE} | finer


def rdma_errors(before: Mapping[str, RdmaCounters], after: Mapping[str, RdmaCounters]) -> tuple[str, ...]:
    """Error counters of RDMA ports that rose."""
    return tuple(
        f"{port} {counter} rose by {risen}"
        for port in before
        if port in after
        for counter, risen in _risen(before[port].errors, after[port].errors)
    )


def _risen(before: Mapping[str, int], after: Mapping[str, int]) -> list[tuple[str, int]]:
    rises = ((name, after.get(name, 0) - value) for name, value in before.items())
    return [(name, risen) for name, risen in rises if risen > 0]


def bytes_moved(
    before: Mapping[str, Counters | RdmaCounters], after: Mapping[str, Counters | RdmaCounters], name: str
) -> tuple[int, int]:
    """Bytes received and sent between the readings; a device that is not in both moved (0, 0)."""
    if name not in before or name not in after:
        return 0, 0
    old, new = before[name], after[name]
    return new.rx_bytes - old.rx_bytes, new.tx_bytes - old.tx_bytes
