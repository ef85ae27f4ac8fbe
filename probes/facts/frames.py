"""All facts of a node in one round trip: a script that runs each command under its own timeout, in parallel.

Every fact writes a frame of its own in memory (/dev/shm): its name, its output, its exit status. A command
that cannot even be killed is not waited for: its frame lacks the status, and it reads as timed out.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from inventory.transport import quoted
from probes.facts.reading import Fact, Reading

_GRACE_S = 1.0
TIMEOUT_STATUSES = (124, 137)
"""Exit statuses of timeout(1) of GNU coreutils: the deadline passed, and the child had to be killed."""

_PROLOGUE = """\
export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
for base in /dev/shm /run "${TMPDIR:-/tmp}"; do
    d=$(mktemp -d "$base/firstlight.XXXXXX" 2>/dev/null) && break
done
[ -d "$d" ] || { echo "no folder for a few bytes in /dev/shm, /run or /tmp" >&2; exit 1; }
trap 'rm -rf "$d"' EXIT
mkfifo "$d/done" && exec 3<>"$d/done" || exit 1
fact() {
    { printf '\\n%s out %s\\n' TOKEN "$1"; timeout -k 1 "$2" sh -c "$3" </dev/null 3>&- 2>"$d/$1.err"
      printf '\\n%s status %s\\n' TOKEN "$?"; } >"$d/$1.out"
    { printf '\\n%s err %s\\n' TOKEN "$1"; cat "$d/$1.err"; } >>"$d/$1.out"
    rm -f "$d/$1.err"; echo >&3
}
"""
_EPILOGUE = """\
( trap 'kill "$sleeper"' TERM; sleep DEADLINE & sleeper=$!; wait "$sleeper" && echo late >&3 ) &
clock=$!
left=COUNT
while [ "$left" -gt 0 ] && read -r word <&3 && [ -z "$word" ]; do left=$((left - 1)); done
kill "$clock"
cat "$d"/*.out
"""


def script(facts: Iterable[Fact[Any]], token: str) -> str:
    """A POSIX sh script that answers every fact; `token` is a word that no output holds."""
    rows = list(facts)
    deadline_s = max((fact.timeout_s for fact in rows), default=0.0) + 2 * _GRACE_S
    calls = "".join(quoted("fact %s %s %s &\n", f.name, f.timeout_s, f.command) for f in rows)
    epilogue = _EPILOGUE.replace("COUNT", str(len(rows))).replace("DEADLINE", f"{deadline_s:g}")
    return _PROLOGUE.replace("TOKEN", token) + calls + epilogue


def parse(output: str, token: str, names: Iterable[str]) -> Mapping[str, Reading]:
    """The readings by fact name; a fact whose frame is missing or has no status timed out."""
    found = {name: Reading(None, "") for name in names}
    pattern = re.compile(
        rf"\n{token} out (?P<name>\S+)\n(?P<out>.*?)"
        rf"(?:\n{token} status (?P<status>\d+)\n(?:\n{token} err \S+\n(?P<err>.*?))?)?"
        rf"(?=\n{token} out |\Z)",
        re.DOTALL,
    )
    for frame in pattern.finditer(output):
        found[frame["name"]] = Reading(_status(frame["status"]), frame["out"], frame["err"] or "")
    return found


def _status(word: str | None) -> int | None:
    return None if word is None or int(word) in TIMEOUT_STATUSES else int(word)
