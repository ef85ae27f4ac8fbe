"""What `iptables-save` and `iptables -S` print (iptables(8), iptables-extensions(8))."""

import shlex
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from probes.facts.packet_rules import Action, Chain, Condition, Field, Rule

FILTERING = frozenset({"raw", "mangle", "filter", "security"})
"""Tables where packets are dropped; nat is asked for new connections only and drops nothing by custom."""
HOOKS = {"PREROUTING", "INPUT", "FORWARD", "OUTPUT", "POSTROUTING"}
FIELDS = {
    "-i": Field.IN_INTERFACE,
    "-o": Field.OUT_INTERFACE,
    "-p": Field.PROTOCOL,
    "-s": Field.SOURCE,
    "-d": Field.DESTINATION,
    "--dport": Field.PORT,
    "--dports": Field.PORT,
    "--sport": Field.SOURCE_PORT,
    "--sports": Field.SOURCE_PORT,
    "--ctstate": Field.STATE,
    "--state": Field.STATE,
    "--dst-type": Field.DESTINATION_TYPE,
}
SAYS_NOTHING = frozenset({"--comment", "--reject-with", "--log-prefix", "--log-level", "--nflog-group"})
READ_MATCHES = frozenset({"tcp", "udp", "multiport", "conntrack", "state", "comment", "addrtype"})
ACTIONS = {"ACCEPT": Action.ACCEPT, "DROP": Action.DROP, "REJECT": Action.REJECT, "RETURN": Action.RETURN}
PASSING = frozenset(
    {"LOG", "NFLOG", "MARK", "CONNMARK", "CHECKSUM", "TCPMSS", "DSCP", "TOS", "TRACE", "CT", "AUDIT"}
)


def parse_save(text: str) -> tuple[Chain, ...]:
    """The chains of the tables that filter; a text without `*table` lines is of filter's."""
    table = "filter"
    policies: dict[tuple[str, str], Action] = {}
    rules: defaultdict[tuple[str, str], list[Rule]] = defaultdict(list)
    for line in text.splitlines():
        words = _words(line)
        if line.startswith("*"):
            table = line[1:].strip()
        elif words and words[0] in {"-P", "-N"} and len(words) > 1:
            policies[table, words[1]] = ACTIONS.get(words[-1], Action.RETURN)
        elif line.startswith(":") and len(words) > 1:
            policies[table, words[0][1:]] = ACTIONS.get(words[1], Action.RETURN)
        elif words and words[0] == "-A" and len(words) > 1:
            rules[table, words[1]].append(_rule(line, words[2:]))
    return tuple(
        Chain(f"ip {table}", name, name.lower() if name in HOOKS else "", policy, tuple(rules[table, name]))
        for (table, name), policy in policies.items()
        if table in FILTERING
    )


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:
        return []


def _rule(line: str, words: list[str]) -> Rule:
    conditions: list[Condition] = []
    action, target = Action.NONE, ""
    for negated, option, values in _options(words):
        if option in {"-j", "-g"}:
            target = values[0] if values else ""
            action = _action(option, target)
        elif condition := _condition(option, values, negated):
            conditions.append(condition)
    return Rule(tuple(conditions), action, target, line.strip())


def _action(option: str, target: str) -> Action:
    if target in PASSING:
        return Action.NONE
    return ACTIONS.get(target, Action.GOTO if option == "-g" else Action.JUMP)


def _options(words: list[str]) -> Iterator[tuple[bool, str, list[str]]]:
    starts = [at for at, word in enumerate(words) if word.startswith("-")]
    for start, end in pairwise([*starts, len(words)]):
        values = [word for word in words[start + 1 : end] if word != "!"]
        yield start > 0 and words[start - 1] == "!", words[start], values


def _condition(option: str, values: list[str], negated: bool) -> Condition | None:
    if option in SAYS_NOTHING or (option == "-m" and READ_MATCHES.issuperset(values)):
        return None
    field = FIELDS.get(option, Field.UNKNOWN)
    if field is Field.UNKNOWN or not values:
        return Condition(Field.UNKNOWN, (" ".join([option, *values]),), negated)
    return Condition(field, tuple(_value(field, value) for value in values[0].split(",")), negated)


def _value(field: Field, value: str) -> str:
    if field in {Field.PORT, Field.SOURCE_PORT}:
        return value.replace(":", "-")
    if field in {Field.IN_INTERFACE, Field.OUT_INTERFACE} and value.endswith("+"):
        return f"{value[:-1]}*"
    return value.lower() if field in {Field.STATE, Field.DESTINATION_TYPE} else value
