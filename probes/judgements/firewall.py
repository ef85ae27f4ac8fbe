"""Would the firewall let a new connection in? The kernel's walk through the chains, for one packet.

Only what is sure is said: a rule with a condition that was not understood decides nothing, and what it might
have let through is not called dropped.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from probes.facts.firewall import Firewall
from probes.facts.packet_rules import Action, Chain, Condition, Field, Rule

INBOUND = frozenset({"prerouting", "input"})
REFUSING = frozenset({Action.DROP, Action.REJECT})
MAX_DEPTH = 16
"""nf_tables refuses deeper chains of jumps (NFT_JUMP_STACK_SIZE)."""


@dataclass(frozen=True)
class Packet:
    """The first packet of a TCP connection that comes in by `interface` from `source`."""

    interface: str
    source: str
    destination: str
    port: int


class Fit(Enum):
    YES = "yes"
    NO = "no"
    PERHAPS = "perhaps"


def refusals(firewall: Firewall, packets: Iterable[Packet]) -> tuple[str, ...]:
    """One sentence for each packet that is surely dropped or rejected, with the rule that does it."""
    return tuple(
        f"port {packet.port} from {packet.source} on {packet.interface}: {why}"
        for packet in packets
        for why in [_refusal(firewall, packet)]
        if why
    )


def _refusal(firewall: Firewall, packet: Packet) -> str | None:
    chains = {(chain.table, chain.name): chain for chain in firewall.chains}
    entered = [chain for chain in firewall.chains if chain.hook in INBOUND]
    walks = [_at_end(chain, _walk(chain, packet, chains, 0)) for chain in entered]
    return next((why for action, why in walks if action in REFUSING), None)


Verdict = tuple[Action | None, str]
"""What became of the packet and by which words. None: not to be told; RETURN: nothing here decided."""
UNSURE: Verdict = (None, "")


def _at_end(chain: Chain, verdict: Verdict) -> Verdict:
    """A chain that the kernel entered and nothing decided ends with its policy."""
    return (chain.policy, f"policy of chain {chain.name}") if verdict[0] is Action.RETURN else verdict


def _walk(chain: Chain, packet: Packet, chains: dict[tuple[str, str], Chain], depth: int) -> Verdict:
    is_sure = True
    for rule in chain.rules:
        fit = _fit(rule, packet)
        if fit is Fit.NO or rule.action is Action.NONE:
            continue
        if fit is Fit.PERHAPS:
            is_sure = is_sure and rule.action in REFUSING
            continue
        action, why = _apply(rule, packet, chains.get((chain.table, rule.target)), chains, depth)
        if action is not Action.RETURN or rule.action is not Action.JUMP:
            return (action, why) if is_sure else UNSURE
    return (Action.RETURN, "") if is_sure else UNSURE


def _apply(
    rule: Rule,
    packet: Packet,
    reached: Chain | None,
    chains: dict[tuple[str, str], Chain],
    depth: int,
) -> Verdict:
    if rule.action not in {Action.JUMP, Action.GOTO}:
        return rule.action, rule.text
    return _walk(reached, packet, chains, depth + 1) if reached and depth < MAX_DEPTH else UNSURE


def _fit(rule: Rule, packet: Packet) -> Fit:
    fits = [_condition_fit(condition, packet) for condition in rule.conditions]
    if Fit.NO in fits:
        return Fit.NO
    return Fit.PERHAPS if Fit.PERHAPS in fits else Fit.YES


def _condition_fit(condition: Condition, packet: Packet) -> Fit:
    if condition.field in {Field.UNKNOWN, Field.SOURCE_PORT}:
        return Fit.PERHAPS
    try:
        found = any(_value_fits(condition.field, value, packet) for value in condition.values)
    except ValueError:  # a port or an address by a name that only the node can resolve
        return Fit.PERHAPS
    return Fit.YES if found != condition.negated else Fit.NO


def _value_fits(field: Field, value: str, packet: Packet) -> bool:
    if field is Field.IN_INTERFACE:
        is_prefix = value.endswith("*") and packet.interface.startswith(value[:-1])
        return is_prefix or packet.interface == value
    if field is Field.PORT:
        first, _, last = value.partition("-")
        return int(first) <= packet.port <= int(last or first)
    if field in {Field.SOURCE, Field.DESTINATION}:
        return _contains(value, ip_address(packet.source if field is Field.SOURCE else packet.destination))
    return value in EXPECTED[field]


EXPECTED = {
    Field.OUT_INTERFACE: frozenset({""}),
    Field.FAMILY: frozenset({"ipv4", "2"}),
    Field.PROTOCOL: frozenset({"tcp", "6", "all", "0"}),
    Field.DESTINATION_TYPE: frozenset({"local", "unicast"}),
    Field.STATE: frozenset({"new"}),
}
"""What the first packet of a TCP connection to the host itself is."""


def _contains(addresses: str, address: IPv4Address | IPv6Address) -> bool:
    first, is_range, last = addresses.partition("-")
    if not is_range:
        return address in ip_network(addresses, strict=False)
    return int(ip_address(first)) <= int(address) <= int(ip_address(last))
