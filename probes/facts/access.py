"""Who the commands run as, and what that user may do."""

import re
from dataclasses import dataclass

from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections, whole

COMMAND = """\
echo '@@ user'; id -un; id -u; id -Gn
echo '@@ docker'; docker version --format '{{.Server.Version}}' 2>&1; echo "$?"
echo '@@ sudo'; sudo -n true 2>&1; echo "$?"
"""
STATUS = re.compile(r"^(?P<said>.*?)\n?(?P<status>\d{1,3})\s*$", re.DOTALL | re.ASCII)


@dataclass(frozen=True)
class Permission:
    """Whether a thing may be used, and what the tool said where it may not."""

    granted: bool
    said: str


@dataclass(frozen=True)
class Access:
    """The user on the node. `may_act_as_root`: it is root, or sudo asks for no password."""

    user: str
    uid: int
    groups: tuple[str, ...]
    docker: Permission
    sudo: Permission

    @property
    def may_act_as_root(self) -> bool:
        return self.uid == 0 or self.sudo.granted


def parse(reading: Reading) -> Access:
    """Raises NotUnderstood when id(1) gave no user."""
    parts = sections(reading.require("id").stdout)
    user, uid, groups = [*parts.get("user", "").splitlines(), "", "", ""][:3]
    number = whole(uid)
    if number is None:
        raise reading.not_understood("id")
    docker, sudo = (_permission(parts.get(name, "")) for name in ("docker", "sudo"))
    return Access(user, number, tuple(groups.split()), docker, sudo)


def _permission(text: str) -> Permission:
    found = STATUS.match(text)
    if found is None:
        return Permission(granted=False, said=text.strip())
    return Permission(granted=int(found["status"]) == 0, said=found["said"].strip())


FACTS = (Fact("access", COMMAND, parse, timeout_s=8),)
