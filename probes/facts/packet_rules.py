"""Rules of a packet filter in terms that nft and iptables share."""

from dataclasses import dataclass
from enum import Enum


class Field(Enum):
    """What a condition looks at; UNKNOWN is a condition that no parser here reads."""

    IN_INTERFACE = "in_interface"
    OUT_INTERFACE = "out_interface"
    FAMILY = "family"
    PROTOCOL = "protocol"
    SOURCE = "source"
    DESTINATION = "destination"
    DESTINATION_TYPE = "destination_type"
    SOURCE_PORT = "source_port"
    PORT = "port"
    STATE = "state"
    UNKNOWN = "unknown"


class Action(Enum):
    """What a rule does with a packet that fits it; NONE counts, logs or marks it."""

    ACCEPT = "accept"
    DROP = "drop"
    REJECT = "reject"
    JUMP = "jump"
    GOTO = "goto"
    RETURN = "return"
    NONE = "none"


@dataclass(frozen=True)
class Condition:
    """One of `values` fits, or none where `negated`. Addresses are CIDR, ports `22` or `8000-8010`, names
    of interfaces may end in `*`.
    """

    field: Field
    values: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True)
class Rule:
    """All of `conditions` must fit. `target` is the chain of a jump; `text` the rule as it was read."""

    conditions: tuple[Condition, ...]
    action: Action
    target: str
    text: str


@dataclass(frozen=True)
class Chain:
    """A list of rules. `hook` is where the kernel enters it ("" for one that is only jumped to), in small
    letters; `policy` is what becomes of a packet at its end.
    """

    table: str
    name: str
    hook: str
    policy: Action
    rules: tuple[Rule, ...]
