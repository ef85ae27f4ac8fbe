"""Docker's daemon: whether it answers, and what it is set up for."""

import json
import re
from dataclasses import dataclass
from enum import Enum
from typing import Any

from inventory.errors import CannotTell
from probes.facts.reading import Fact, Reading
from probes.facts.sections import sections

COMMAND = r"""
command -v docker >/dev/null || exit 127
echo '@@ info'
docker info --format '{"version":{{json .ServerVersion}},"storage_driver":{{json .Driver}},
"root":{{json .DockerRootDir}},"cgroup_driver":{{json .CgroupDriver}},
"cgroup_version":{{json .CgroupVersion}},
"runtimes":{{json .Runtimes}},"default_runtime":{{json .DefaultRuntime}},"system":{{json .OperatingSystem}},
"live_restore":{{json .LiveRestoreEnabled}}}' 2>&1
echo '@@ cdi'
for spec in /etc/cdi/*.yaml /etc/cdi/*.json /var/run/cdi/*.yaml /var/run/cdi/*.json; do
  [ -r "$spec" ] || continue
  echo "spec $spec"
  sed -n 's/.*"\{0,1\}\(hostPath\|path\)"\{0,1\}: *"\{0,1\}\(\/[^",]*\).*/\2/p' "$spec" | sort -u |
    while read -r path; do [ -e "$path" ] || echo "gone $path"; done
done
true
"""
OBJECT = re.compile(r"\{.*\}", re.DOTALL)


class Answer(Enum):
    """What the daemon did when it was asked."""

    ANSWERS = "answers"
    SILENT = "silent"
    DENIED = "denied"
    MISSING = "missing"


@dataclass(frozen=True)
class CdiSpec:
    """A Container Device Interface file and the paths in it that are not on the node: it is stale."""

    path: str
    missing_paths: tuple[str, ...]


@dataclass(frozen=True)
class Docker:
    """The daemon. All but `answer`, `said` and `cdi` are empty unless it answers."""

    answer: Answer
    said: str = ""
    version: str = ""
    runtimes: tuple[str, ...] = ()
    default_runtime: str = ""
    storage_driver: str = ""
    root: str = ""
    cgroup_driver: str = ""
    cgroup_version: str = ""
    system: str = ""
    live_restore: bool = False
    cdi: tuple[CdiSpec, ...] = ()

    @property
    def answers(self) -> bool:
        """The daemon can be used by who asked."""
        return self.answer is Answer.ANSWERS


REFUSALS = (
    ("permission denied", Answer.DENIED),
    ("Cannot connect to the Docker daemon", Answer.SILENT),
    ("error during connect", Answer.SILENT),
    ("Is the docker daemon running", Answer.SILENT),
)


def refusal(said: str) -> Answer | None:
    """How the client words that it did not get through (Docker 20.10 to 29); None for anything else."""
    return next((answer for words, answer in REFUSALS if words.casefold() in said.casefold()), None)


def parse(reading: Reading) -> Docker:
    """Raises NotUnderstood when the client says something else than information or a known refusal."""
    if reading.is_tool_missing:
        return Docker(Answer.MISSING, "no docker on the node")
    parts = sections(reading.require("docker").stdout)
    said = parts.get("info", "").strip()
    cdi = _cdi(parts.get("cdi", ""))
    info = json_object(OBJECT.search(said))
    if info.get("version"):
        return _answering(info, cdi)
    answer = refusal(said)
    if answer is None:
        raise reading.not_understood("docker info")
    return Docker(answer, said.splitlines()[-1], cdi=cdi)


def json_object(found: re.Match[str] | None) -> dict[str, Any]:
    """The JSON object that was found; {} for no match or no object."""
    try:
        value = json.loads(found[0]) if found else {}
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _answering(info: dict[str, Any], cdi: tuple[CdiSpec, ...]) -> Docker:
    runtimes = info.get("runtimes")
    texts = {name: str(info.get(name) or "") for name in TEXTS}
    return Docker(
        Answer.ANSWERS,
        runtimes=tuple(sorted(runtimes)) if isinstance(runtimes, dict) else (),
        live_restore=info.get("live_restore") is True,
        cdi=cdi,
        **texts,
    )


TEXTS = (
    "version",
    "default_runtime",
    "storage_driver",
    "root",
    "cgroup_driver",
    "cgroup_version",
    "system",
)


def _cdi(text: str) -> tuple[CdiSpec, ...]:
    specs: dict[str, list[str]] = {}
    for line in text.splitlines():
        kind, _, path = line.partition(" ")
        if kind == "spec":
            specs[path] = []
        elif kind == "gone" and specs:
            specs[next(reversed(specs))].append(path)
    return tuple(CdiSpec(path, tuple(missing)) for path, missing in specs.items())


def unanswered(reading: Reading, wanted: str) -> CannotTell:
    """The error for a docker command that did not get through to the daemon."""
    lines = tuple((reading.stderr or reading.stdout).strip().splitlines()[:5])
    return CannotTell(wanted, lines[-1] if lines else "nothing", "see whether Docker runs on the node", lines)


FACTS = (Fact("docker", COMMAND, parse, timeout_s=8),)
