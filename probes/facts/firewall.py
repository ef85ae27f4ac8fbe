"""Rules of the firewall that the kernel has: chains of nft, and those of iptables as iptables-save has them.

Both become one kind of rule, so that a judgement can walk them. A condition that is not understood stays in
the rule as `unknown`, so that nobody concludes from it.
"""

import re
from dataclasses import dataclass

from inventory.errors import CannotTell
from probes.facts.iptables import parse_save
from probes.facts.nftables import parse_ruleset
from probes.facts.packet_rules import Chain
from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections

COMMAND = """\
missing=127
echo '@@ nft'; if command -v nft >/dev/null; then missing=0; nft -j list ruleset; fi
echo '@@ iptables'; if command -v iptables-save >/dev/null; then missing=0; iptables-save; fi
echo '@@ legacy'; if command -v iptables-legacy-save >/dev/null; then iptables-legacy-save; fi
[ "$missing" = 0 ] || exit "$missing"
"""
DENIED = re.compile("Operation not permitted|Permission denied|must be root", re.IGNORECASE)


@dataclass(frozen=True)
class Firewall:
    """Every chain of the node's firewall for IPv4."""

    chains: tuple[Chain, ...]


MALFORMED = (KeyError, TypeError, AttributeError, ValueError, RecursionError)


def parse(reading: Reading) -> Firewall:
    """Also reads what a single one of the three programs prints.

    Raises ToolMissing without nft and iptables, CannotTell when the rules may not be read, else
    NotUnderstood.
    """
    reading.require("nft or iptables-save")
    if DENIED.search(reading.stderr):
        raise CannotTell(
            "the rules of the firewall",
            reading.stderr.strip().splitlines()[0],
            "let the user run nft and iptables-save by sudo",
        )
    parts = sections(reading.stdout) or _recognised(reading)
    saved = parse_save(parts.get("iptables", "")) + parse_save(parts.get("legacy", ""))
    listed = _listed(parts.get("nft", ""), reading)
    # iptables over nf_tables shows in both; its own words say more
    known = {(chain.table, chain.name) for chain in saved}
    return Firewall(saved + tuple(chain for chain in listed if (chain.table, chain.name) not in known))


def _listed(text: str, reading: Reading) -> tuple[Chain, ...]:
    try:
        return parse_ruleset(text) if text.strip() else ()
    except MALFORMED as error:
        raise reading.not_understood("nft -j list ruleset") from error


def _recognised(reading: Reading) -> dict[str, str]:
    text = reading.stdout
    if text.lstrip().startswith("{"):
        return {"nft": text}
    if re.search(r"^(?:\*filter|-P INPUT)\b", text, re.MULTILINE):
        return {"iptables": text}
    raise reading.not_understood("nft -j list ruleset or iptables-save")


FACTS = (Fact("firewall", COMMAND, parse),)
