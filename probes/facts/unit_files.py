"""Links and unit files of systemd on a disk: aliases, masks, and what each unit says it starts.

Rules: systemd.unit(5), systemd.timer(5), systemd.socket(5), systemd.path(5). Folders come nearest first, so
the first word on a thing holds.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

NOWHERE = "/dev/null"
PULLS = frozenset({"Wants", "Requires", "BindsTo", "Upholds"})
TRIGGERS = {(".timer", "Unit"), (".path", "Unit"), (".socket", "Service")}
DEPENDENCY_FOLDERS = frozenset({".wants", ".requires", ".upholds"})
INSTANCE = re.compile(r"(?P<prefix>[^@]*)@(?P<instance>.+)(?P<suffix>\.\w+)")

COMMAND = r"""
set --
for folder in /etc/systemd/system /run/systemd/generator.early /run/systemd/generator \
    /usr/local/lib/systemd/system /usr/lib/systemd/system /lib/systemd/system /run/systemd/generator.late; do
  if [ -d "$folder" ] && { [ "$folder" != /lib/systemd/system ] || ! [ /lib -ef /usr/lib ]; }; then
    set -- "$@" "$folder"
  fi
done
echo '@@ links'; find "$@" -type l -printf '%p\t%l\n'
echo '@@ directives'
find -L "$@" -type f -readable ! -path '*.wants/*' ! -path '*.requires/*' ! -path '*.upholds/*' \
  -name '*.*' -exec awk '
  FNR == 1 { before = ""; if (FILENAME ~ /^\/etc/) print FILENAME "\t" }
  { line = before $0; before = "" }
  line ~ /\\$/ { before = substr(line, 1, length(line) - 1) " "; next }
  line ~ /^[ \t]*(Wants|Requires|BindsTo|Upholds|Unit|Service|Accept)[ \t]*=/ { print FILENAME "\t" line }
  ' {} +
"""


def template_of(unit: str) -> str | None:
    """`x@.service` for `x@1.service`; None for what is no instance of a template."""
    found = INSTANCE.fullmatch(unit)
    return f"{found['prefix']}@{found['suffix']}" if found else None


def stem(unit: str) -> str:
    """The name without its kind: `x` of `x.service`."""
    return unit.rpartition(".")[0]


@dataclass(frozen=True)
class UnitFiles:
    """`pulls[x]`: what x starts, as written; `triggers[x]`: what a timer, path or socket says it starts."""

    aliases: dict[str, str] = field(default_factory=dict)
    masked: set[str] = field(default_factory=set)
    pulls: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    triggers: dict[str, str] = field(default_factory=dict)


def unit_files(links: str, directives: str) -> UnitFiles:
    """From `path<TAB>target` of every link and `path<TAB>Key=value` of every line of interest."""
    files = UnitFiles()
    severed: set[PurePosixPath] = set()
    for path, target in _rows(links):
        if path.parent.suffix in DEPENDENCY_FOLDERS:
            _depend(files, path, target, severed)
        else:
            _name(files, path.name, target)
    for unit, key, value in _directives(directives):
        _direct(files, unit, key, value)
    return files


def _depend(files: UnitFiles, path: PurePosixPath, target: str, severed: set[PurePosixPath]) -> None:
    link = PurePosixPath(path.parent.name, path.name)
    if target == NOWHERE:
        severed.add(link)
    elif link not in severed:
        files.pulls[path.parent.stem].append(path.name)


def _name(files: UnitFiles, name: str, target: str) -> None:
    behind = PurePosixPath(target).name
    if target == NOWHERE:
        files.masked.add(name)
    elif behind not in {name, template_of(name)}:
        files.aliases.setdefault(name, behind)


def _direct(files: UnitFiles, unit: str, key: str, value: str) -> None:
    suffix = PurePosixPath(unit).suffix
    if key in PULLS:
        files.pulls[unit] += value.split()
    elif (suffix, key) in TRIGGERS:
        files.triggers[unit] = value.strip()
    elif suffix == ".socket" and value.strip().lower() in {"yes", "true", "on", "1"}:
        files.triggers.setdefault(unit, f"{stem(unit)}@.service")


def _rows(text: str) -> Iterator[tuple[PurePosixPath, str]]:
    rows = (line.partition("\t") for line in text.splitlines() if "\t" in line)
    return ((PurePosixPath(path), rest) for path, _, rest in rows)


def _directives(text: str) -> Iterator[tuple[str, str, str]]:
    fragments: dict[str, PurePosixPath] = {}
    for path, line in _rows(text):
        is_drop_in = path.parent.suffix == ".d"
        unit = path.parent.stem if is_drop_in else path.name
        if is_drop_in or fragments.setdefault(unit, path) == path:
            key, _, value = line.partition("=")
            yield unit, key.strip(), value
