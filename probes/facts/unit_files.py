"""Links and unit files of systemd on a disk: aliases, masks, and what each unit says it starts.

Read from the disk, because systemctl list-unit-files keeps systemd's process 1 busy for seconds on a slow
host (5 to 9 s for 270 units seen), and leaves enabled instances of templates out. Rules: systemd.unit(5),
systemd.timer(5), systemd.socket(5), systemd.path(5). Folders come nearest first: the first word holds.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

NOWHERE = "/dev/null"
RUNTIME = "/run/systemd/system"
PULLS = frozenset({"Wants", "Requires", "BindsTo", "Upholds"})
TRIGGERS = {(".timer", "Unit"), (".path", "Unit"), (".socket", "Service")}
DEPENDENCY_FOLDERS = frozenset({".wants", ".requires", ".upholds"})
INSTANCE = re.compile(r"(?P<prefix>[^@]*)@(?P<instance>.+)(?P<suffix>\.\w+)")

COMMAND = r"""
set --
for folder in /run/systemd/generator.early /etc/systemd/system /run/systemd/system /run/systemd/generator \
    /usr/local/lib/systemd/system /usr/lib/systemd/system /lib/systemd/system /run/systemd/generator.late; do
  if [ -d "$folder" ] && { [ "$folder" != /lib/systemd/system ] || ! [ /lib -ef /usr/lib ]; }; then
    set -- "$@" "$folder"
  fi
done
echo '@@ links'; find "$@" -type l -printf '%p\t%l\n'
echo '@@ directives'
find -L "$@" -type f ! -readable -name '*.*' -printf '%p\t\n'
find -L "$@" -type f -readable ! -path '*.wants/*' ! -path '*.requires/*' ! -path '*.upholds/*' \
  -name '*.*' -exec awk '
  FNR == 1 { before = ""; print FILENAME "\t" }
  { line = before $0; before = "" }
  line ~ /\\$/ { before = substr(line, 1, length(line) - 1) " "; next }
  line ~ /^\[[^]]*$/ { print FILENAME "\t[" }
  line ~ /^[ \t]*(Wants|Requires|BindsTo|Upholds|Unit|Service|Accept)[ \t]*=/ ||
  line ~ /^[ \t]*(WantedBy|RequiredBy|UpheldBy|Alias|Also|DefaultInstance)[ \t]*=/ {
    print FILENAME "\t" line
  }' {} +
"""


def template_of(unit: str) -> str | None:
    """`x@.service` for `x@1.service`; None for what is no instance of a template."""
    found = INSTANCE.fullmatch(unit)
    return f"{found['prefix']}@{found['suffix']}" if found else None


def stem(unit: str) -> str:
    """The name without its kind: `x` of `x.service`."""
    return unit.rpartition(".")[0]


@dataclass(frozen=True)
class Link:
    """A symbolic link: an alias, a mask, or (with an `owner`) a unit that its owner pulls in."""

    folder: str
    owner: str | None
    name: str
    target: str

    @property
    def behind(self) -> str:
        """The name of the file that it leads to."""
        return PurePosixPath(self.target).name


@dataclass(frozen=True)
class UnitFiles:
    """`pulls[x]`: what x starts, as written; `triggers[x]`: what a timer, path or socket says it starts.

    `folders[x]` holds the file of x, `install[x]` what its [Install] section says, `broken` are the units
    with a section header that systemd cannot read. What stands under /run/systemd/system ends with the next
    boot: it is in `named` and `leading_to` alone (links by their own name, and by the file's they lead to).
    """

    named: defaultdict[str, list[Link]] = field(default_factory=lambda: defaultdict(list))
    leading_to: defaultdict[str, list[Link]] = field(default_factory=lambda: defaultdict(list))
    folders: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    masked: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    pulls: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    triggers: dict[str, str] = field(default_factory=dict)
    install: defaultdict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))


def unit_files(links: str, directives: str) -> UnitFiles:
    """From `path<TAB>target` of every link and `path<TAB>line` of every line of interest."""
    files = UnitFiles()
    severed: set[tuple[str, str]] = set()
    for link in (_link(path, target) for path, target in _rows(links)):
        files.named[link.name].append(link)
        files.leading_to[link.behind].append(link)
        if link.folder != RUNTIME:
            _lasting(files, link, severed)
    for path, line in _rows(directives):
        _read(files, path, line)
    return files


def _link(path: PurePosixPath, target: str) -> Link:
    is_dependency = path.parent.suffix in DEPENDENCY_FOLDERS
    folder = path.parent.parent if is_dependency else path.parent
    return Link(str(folder), path.parent.stem if is_dependency else None, path.name, target)


def _lasting(files: UnitFiles, link: Link, severed: set[tuple[str, str]]) -> None:
    if link.owner is None:
        _name(files, link)
    elif link.target == NOWHERE:
        severed.add((link.owner, link.name))
    elif (link.owner, link.name) not in severed:
        files.pulls[link.owner].append(link.name)


def _name(files: UnitFiles, link: Link) -> None:
    if link.target == NOWHERE:
        files.masked.add(link.name)
    elif link.behind not in {link.name, template_of(link.name)}:
        files.aliases.setdefault(link.name, link.behind)


def _read(files: UnitFiles, path: PurePosixPath, line: str) -> None:
    is_drop_in = path.parent.suffix == ".d"
    unit = path.parent.stem if is_drop_in else path.name
    folder = str(path.parent.parent if is_drop_in else path.parent)
    if folder == RUNTIME:
        return
    if is_drop_in or files.folders.setdefault(unit, folder) == folder:
        key, _, value = line.partition("=")
        _direct(files, unit, key.strip(), value.strip())


def _direct(files: UnitFiles, unit: str, key: str, value: str) -> None:
    suffix = PurePosixPath(unit).suffix
    if key in PULLS:
        files.pulls[unit] += value.split()
    elif key == "[":
        files.broken.add(unit)
    elif (suffix, key) in TRIGGERS:
        files.triggers[unit] = value
    elif key == "Accept" and value.lower() in {"yes", "true", "on", "1"}:
        files.triggers.setdefault(unit, f"{stem(unit)}@.service")
    elif key in {"WantedBy", "RequiredBy", "UpheldBy", "Alias", "Also", "DefaultInstance"} and value:
        files.install[unit][key] = f"{files.install[unit].get(key, '')} {value}".strip()


def _rows(text: str) -> Iterator[tuple[PurePosixPath, str]]:
    rows = (line.partition("\t") for line in text.splitlines() if "\t" in line)
    return ((PurePosixPath(path), rest) for path, _, rest in rows)
