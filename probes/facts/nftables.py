"""What `nft -j list ruleset` prints (libnftables-json(5)), for packets of IPv4."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from probes.facts.packet_rules import Action, Chain, Condition, Field, Rule

FAMILIES = frozenset({"ip", "inet"})
META = {
    "iifname": Field.IN_INTERFACE,
    "iif": Field.IN_INTERFACE,
    "oifname": Field.OUT_INTERFACE,
    "oif": Field.OUT_INTERFACE,
    "l4proto": Field.PROTOCOL,
    "nfproto": Field.FAMILY,
    "protocol": Field.FAMILY,
}
PAYLOAD = {
    "dport": Field.PORT,
    "sport": Field.SOURCE_PORT,
    "saddr": Field.SOURCE,
    "daddr": Field.DESTINATION,
    "protocol": Field.PROTOCOL,
}
SPELLINGS = {"ip": "ipv4", "ip6": "ipv6"}
VERDICTS = {action.value: action for action in Action if action is not Action.NONE}
SAYS_NOTHING = frozenset({"counter", "log", "comment", "mangle", "ct count", "notrack"})
Sets = Mapping[str, list[Any]]


def parse_ruleset(text: str) -> tuple[Chain, ...]:
    """The chains of the families that IPv4 passes. Raises ValueError, KeyError and their like else."""
    rows = json.loads(text)["nftables"]
    of_ipv4 = [(kind, body) for row in rows for kind, body in row.items() if body.get("family") in FAMILIES]
    sets = {f"{_table(b)} @{b['name']}": b.get("elem", []) for kind, b in of_ipv4 if kind == "set"}
    rules: defaultdict[tuple[str, str], list[Rule]] = defaultdict(list)
    for body in (body for kind, body in of_ipv4 if kind == "rule"):
        rules[_table(body), body["chain"]] += _rules(body, sets)
    return tuple(_chain(body, rules) for kind, body in of_ipv4 if kind == "chain")


def _table(body: Mapping[str, Any]) -> str:
    return f"{body['family']} {body['table']}"


def _chain(body: Mapping[str, Any], rules: Mapping[tuple[str, str], list[Rule]]) -> Chain:
    table, name = _table(body), body["name"]
    policy = VERDICTS.get(body.get("policy", ""), Action.ACCEPT if "hook" in body else Action.RETURN)
    return Chain(table, name, body.get("hook", ""), policy, tuple(rules.get((table, name), ())))


def _rules(body: Mapping[str, Any], sets: Sets) -> Iterator[Rule]:
    """One rule, or one for each entry of its verdict map."""
    conditions: tuple[Condition, ...] = ()
    text = json.dumps(body["expr"])
    for expression in body["expr"]:
        ((kind, content),) = expression.items()
        if kind in VERDICTS:
            yield Rule(conditions, VERDICTS[kind], (content or {}).get("target", ""), text)
            return
        if kind == "vmap":
            yield from _mapped(conditions, content, text)
            return
        conditions += _conditions(kind, content, _table(body), sets)
    yield Rule(conditions, Action.NONE, "", text)


def _mapped(conditions: tuple[Condition, ...], vmap: Mapping[str, Any], text: str) -> Iterator[Rule]:
    entries = vmap["data"]["set"] if isinstance(vmap["data"], dict) else []
    for value, verdict in entries:
        ((kind, content),) = verdict.items()
        fits = _compared("==", vmap["key"], [value])
        yield Rule(conditions + fits, VERDICTS[kind], (content or {}).get("target", ""), text)
    if not entries:
        unread = Condition(Field.UNKNOWN, (json.dumps(vmap),))
        yield Rule((*conditions, unread), Action.JUMP, "", text)


def _conditions(kind: str, content: Any, table: str, sets: Sets) -> tuple[Condition, ...]:
    if kind == "match":
        return _compared(content["op"], content["left"], _listed(content["right"], table, sets))
    if kind in SAYS_NOTHING or (kind == "xt" and content.get("name") == "comment"):
        return ()
    return (Condition(Field.UNKNOWN, (json.dumps({kind: content}),)),)


def _listed(right: Any, table: str, sets: Sets) -> list[Any]:
    if isinstance(right, str) and right.startswith("@"):
        return [*sets.get(f"{table} {right}", [])]
    if isinstance(right, dict) and "set" in right:
        return [*right["set"]]
    return [*right] if isinstance(right, list) else [right]


def _compared(op: str, left: Mapping[str, Any], values: list[Any]) -> tuple[Condition, ...]:
    field, implied = _field(left)
    texts = tuple(_value(value) for value in values)
    if field is Field.UNKNOWN or op not in {"==", "!=", "in"} or None in texts:
        return (Condition(Field.UNKNOWN, (json.dumps([op, left, values]),)),)
    return (*implied, Condition(field, tuple(filter(None, texts)), op == "!="))


def _field(left: Mapping[str, Any]) -> tuple[Field, tuple[Condition, ...]]:
    meta, payload, tracked = left.get("meta"), left.get("payload"), left.get("ct")
    if tracked and tracked.get("key") == "state":
        return Field.STATE, ()
    if meta:
        return META.get(meta.get("key"), Field.UNKNOWN), ()
    if payload and "protocol" in payload:
        return PAYLOAD.get(payload["field"], Field.UNKNOWN), _implied(payload["protocol"])
    return Field.UNKNOWN, ()


def _implied(protocol: str) -> tuple[Condition, ...]:
    if protocol in SPELLINGS:
        return (Condition(Field.FAMILY, (SPELLINGS[protocol],)),)
    return () if protocol == "th" else (Condition(Field.PROTOCOL, (protocol,)),)


def _value(value: Any) -> str | None:
    if isinstance(value, dict) and "elem" in value:
        return _value(value["elem"]["val"])
    if isinstance(value, dict) and "range" in value:
        return "-".join(map(str, value["range"]))
    if isinstance(value, dict) and "prefix" in value:
        return f"{value['prefix']['addr']}/{value['prefix']['len']}"
    return SPELLINGS.get(str(value), str(value)) if isinstance(value, str | int) else None
