"""Units of systemd: what they are, what they do now, and what starts them at the next boot."""

import re
from dataclasses import dataclass

from inventory.errors import CannotTell
from probes.facts import unit_files
from probes.facts.boot_graph import BootGraph
from probes.facts.reading import Fact, Reading
from probes.facts.sections import assignments, sections, whole
from probes.facts.unit_files import template_of
from probes.facts.unit_state import state_of

COMMAND = (
    """\
command -v systemctl >/dev/null || exit 127
export SYSTEMD_COLORS=0 LC_ALL=C
echo '@@ active'; systemctl list-units --all --no-legend --plain --no-pager
echo '@@ services'
systemctl show '*.service' --no-pager -p Id -p MainPID -p NRestarts -p FragmentPath -p ExecStart
"""
    + unit_files.COMMAND
)
ARGUMENTS = re.compile(r"argv\[\]=(.*?) ;")


@dataclass(frozen=True)
class Unit:
    """One unit under one of its names.

    `enabled_state` is systemd's word for its file (`enabled`, `static`, `masked`, `bad`, …; "" when it has
    none), `load`, `active` and `sub` are empty when it is not loaded. `started_by` are the units that start
    it at the next boot; `alias_of` is the unit that this name stands for.
    """

    name: str
    load: str = ""
    active: str = ""
    sub: str = ""
    enabled_state: str = ""
    starts_at_boot: bool = False
    started_by: tuple[str, ...] = ()
    alias_of: str | None = None
    main_pid: int | None = None
    restarts: int | None = None
    fragment_path: str = ""
    exec_start: str = ""

    @property
    def is_active(self) -> bool:
        """It runs, or is about to."""
        return self.active in {"active", "activating", "reloading"}

    @property
    def is_broken(self) -> bool:
        """Its file cannot be read by systemd (`Bad message`): neither installed nor absent."""
        return self.enabled_state == "bad" or self.load in {"bad-setting", "error"}


class Units(dict[str, Unit]):
    """Every unit of a node, by name."""

    @property
    def failed(self) -> tuple[Unit, ...]:
        """The units that systemd calls failed."""
        return tuple(unit for unit in self.values() if unit.active == "failed")

    def named(self, name: str) -> tuple[Unit, ...]:
        """The units of a name, `.service` understood; of a template's name, all its instances too."""
        full = name if "." in name.rpartition("@")[2] else f"{name}.service"
        return tuple(u for u in self.values() if u.name == full or template_of(u.name) == full)


@dataclass(frozen=True)
class _Read:
    """The parts of one reading, by unit, before they are put together."""

    active: dict[str, tuple[str, str, str]]
    services: dict[str, dict[str, str]]
    graph: BootGraph

    def units(self) -> Units:
        files, started_by = self.graph.files, self.graph.started_by()
        instances = {unit for unit in started_by if template_of(unit) in files.folders}
        named = {name for name, links in files.named.items() if any(link.owner is None for link in links)}
        names = sorted({*files.folders, *self.active, *instances, *named})
        return Units((name, self._unit(name, self.graph.real(name), started_by)) for name in names)

    def _unit(self, name: str, real: str, started_by: dict[str, tuple[str, ...]]) -> Unit:
        files = self.graph.files
        load, activity, sub = self.active.get(real, self.active.get(name, ("", "", "")))
        shown = self.services.get(real, {})
        arguments = ARGUMENTS.search(shown.get("ExecStart", ""))
        # a link to a unit file that is gone starts nothing
        is_installed = real in files.folders or template_of(real) in files.folders
        causes = started_by.get(real) if is_installed else None
        return Unit(
            name=name,
            load=load,
            active=activity,
            sub=sub,
            enabled_state=state_of(name, files),
            starts_at_boot=causes is not None,
            started_by=causes or (),
            alias_of=real if real != name else None,
            main_pid=whole(shown.get("MainPID", "")) or None,
            restarts=whole(shown.get("NRestarts", "")),
            fragment_path=shown.get("FragmentPath", ""),
            exec_start=arguments[1] if arguments else "",
        )


def parse(reading: Reading) -> Units:
    """Raises ToolMissing without systemctl, CannotTell when systemd does not answer it."""
    reading.require("systemctl")
    parts = sections(reading.stdout)
    active = _active(parts.get("active", ""))
    if not active:
        raise _silent(reading) if "active" in parts else reading.not_understood("systemctl list-units")
    files = unit_files.unit_files(parts.get("links", ""), parts.get("directives", ""))
    if not (files.aliases and files.folders):
        raise reading.not_understood("find -printf in the folders of systemd")
    services = _services(parts.get("services", ""))
    return _Read(active, services, BootGraph(files)).units()


def _silent(reading: Reading) -> CannotTell:
    lines = tuple(reading.stderr.strip().splitlines()[:5])
    return CannotTell(
        "the units that systemd knows",
        lines[0] if lines else "no unit at all",
        "see whether systemd runs as process 1 and its bus answers",
        lines,
    )


def _active(text: str) -> dict[str, tuple[str, str, str]]:
    rows = (line.lstrip("●*○× ").split(maxsplit=4) for line in text.splitlines())
    return {row[0]: (row[1], row[2], row[3]) for row in rows if len(row) >= 4}


def _services(text: str) -> dict[str, dict[str, str]]:
    shown = (assignments(block) for block in text.split("\n\n"))
    return {block["Id"]: block for block in shown if "Id" in block}


FACTS = (Fact("units", COMMAND, parse, timeout_s=8),)
