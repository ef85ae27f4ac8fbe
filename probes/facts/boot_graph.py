"""What starts by itself at the next boot, by the links and unit files on the disk.

`systemctl is-enabled` does not answer this: it says `alias` or `indirect` of units that start, `enabled` of
one whose target nobody wants, and list-unit-files leaves enabled instances of templates out.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from probes.facts.unit_files import INSTANCE, TRIGGERS, UnitFiles, stem, template_of

ROOT = "default.target"
TRIGGERING = frozenset(suffix for suffix, _ in TRIGGERS)


@dataclass(frozen=True)
class BootGraph:
    """Who starts whom, under the real names of units."""

    files: UnitFiles

    def real(self, unit: str) -> str:
        """The unit behind a name, through aliases of the unit and of its template."""
        seen: set[str] = set()
        while unit not in seen:
            seen.add(unit)
            unit = self._behind(unit)
        return unit

    def started_by(self) -> dict[str, tuple[str, ...]]:
        """Every unit that starts after a boot, with what starts it; the roots by nobody.

        Roots are the default target and what hangs on devices, which appear by themselves.
        """
        pulls = self._pulls()
        causes: dict[str, set[str]] = {unit: set() for unit in pulls if unit.endswith(".device")}
        causes[self.real(ROOT)] = set()
        waiting = sorted(causes)
        while waiting:
            unit = waiting.pop()
            for pulled in self._pulled_by(unit, pulls):
                if pulled not in causes:
                    waiting.append(pulled)
                causes.setdefault(pulled, set()).add(unit)
        return {unit: tuple(sorted(by)) for unit, by in causes.items()}

    def _behind(self, unit: str) -> str:
        template = self.files.aliases.get(template_of(unit) or "", "")
        if "@." in template:
            return template.replace("@.", f"@{_specifiers(unit)['%i']}.", 1)
        return self.files.aliases.get(unit, unit)

    def _pulls(self) -> dict[str, list[str]]:
        merged: defaultdict[str, list[str]] = defaultdict(list)
        for unit, names in self.files.pulls.items():
            merged[self.real(unit)] += names
        return merged

    def _pulled_by(self, unit: str, pulls: dict[str, list[str]]) -> Iterator[str]:
        template = template_of(unit) or ""
        written = [*pulls.get(unit, ()), *pulls.get(template, ()), *self._triggered_by(unit, template)]
        specifiers = _specifiers(unit)
        names = {re.sub("%[iInNp]", lambda m: specifiers[m[0]], name) for name in written}
        real = {self.real(name) for name in names if not self._is_masked(name)}
        return (name for name in sorted(real) if not self._is_masked(name))

    def _triggered_by(self, unit: str, template: str) -> tuple[str, ...]:
        if PurePosixPath(unit).suffix not in TRIGGERING:
            return ()
        said = self.files.triggers.get(unit) or self.files.triggers.get(template)
        return (said or f"{stem(unit)}.service",)

    def _is_masked(self, unit: str) -> bool:
        return unit in self.files.masked or template_of(unit) in self.files.masked


def _specifiers(unit: str) -> dict[str, str]:
    found = INSTANCE.fullmatch(unit)
    instance, prefix = (found["instance"], found["prefix"]) if found else ("", stem(unit))
    return {"%i": instance, "%I": instance, "%n": unit, "%N": stem(unit), "%p": prefix}
