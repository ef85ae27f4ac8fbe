"""systemd's word for the file of a unit, by its own rules, without asking it.

Compared with `systemctl list-unit-files` of systemd 252 on every unit of a Debian 12: the same words.
"""

from collections.abc import Callable, Iterable

from probes.facts.unit_files import NOWHERE, RUNTIME, UnitFiles, template_of

PERSISTENT = "/etc/systemd/system"
VOLATILE = "/run/"
GENERATORS = "/run/systemd/generator"
RULES = frozenset({"WantedBy", "RequiredBy", "UpheldBy", "Alias", "DefaultInstance"})


def state_of(unit: str, files: UnitFiles) -> str:
    """`enabled`, `alias`, `static`, `masked`, … as `systemctl is-enabled` says; "" when it has no file."""
    return next(filter(None, (rule(unit, files) for rule in IN_ORDER)), "")


def _masked(unit: str, files: UnitFiles) -> str:
    masks = {
        link.folder for link in files.named.get(unit, ()) if link.owner is None and link.target == NOWHERE
    }
    return "masked" if masks - {RUNTIME} else _worded("masked", masks)


def _alias(unit: str, files: UnitFiles) -> str:
    return "alias" if unit in files.aliases else ""


def _bad(unit: str, files: UnitFiles) -> str:
    return "bad" if unit in files.broken else ""


def _generated(unit: str, files: UnitFiles) -> str:
    return "generated" if files.folders.get(unit, "").startswith(GENERATORS) else ""


def _enabled(unit: str, files: UnitFiles) -> str:
    install = files.install.get(unit, {})
    names = {unit, unit.replace("@.", f"@{install.get('DefaultInstance', '')}.", 1)}
    wanted = [link.folder for name in names for link in files.named.get(name, ()) if link.owner]
    aliases = install.get("Alias", "").split()
    called = [
        link.folder for link in files.leading_to.get(unit, ()) if link.owner is None and link.name in aliases
    ]
    return _worded("enabled", wanted + called)


def _linked(unit: str, files: UnitFiles) -> str:
    same = (link for link in files.named.get(unit, ()) if link.owner is None and link.behind == unit)
    return _worded("linked", [link.folder for link in same])


def _known_otherwise(unit: str, files: UnitFiles) -> str:
    others = {link.folder for link in files.leading_to.get(unit, ()) if link.name != unit}
    return "indirect" if others & {PERSISTENT, RUNTIME} else ""


def _by_install(unit: str, files: UnitFiles) -> str:
    name = unit if unit in files.folders else template_of(unit) or ""
    if name not in files.folders:
        return ""
    keys = files.install.get(name, {}).keys()
    if keys & RULES:
        return "disabled"
    return "indirect" if keys else "static"


def _worded(word: str, folders: Iterable[str]) -> str:
    """The word for what stands under /etc, the word until the next boot for what stands under /run."""
    found = frozenset(folders)
    if PERSISTENT in found:
        return word
    return f"{word}-runtime" if any(folder.startswith(VOLATILE) for folder in found) else ""


IN_ORDER: tuple[Callable[[str, UnitFiles], str], ...] = (
    _masked,
    _alias,
    _bad,
    _generated,
    _enabled,
    _linked,
    _known_otherwise,
    _by_install,
)
