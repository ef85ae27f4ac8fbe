"""One small script a node and tick: the container's state, its processes, OOM kills, the new log lines.

Needs docker, ps (procps) and ss (iproute2) on the node; nothing is left there.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from inventory.errors import NotUnderstood
from inventory.transport import quoted

LOG_BYTES = 1 << 20
"""At most this much of the log a tick; the next tick goes on where this one ended."""

_SCRIPT = r"""
name=%s; since=%s; port=%s
state=$(docker container inspect --format \
  '{{.Id}} {{.State.Status}} {{.State.ExitCode}} {{.State.OOMKilled}} {{.State.Pid}}' "$name" 2>&1) \
  || { case "$state" in *"No such"*) echo absent; exit 0;; esac; echo "$state" >&2; exit 1; }
echo "state $state"
pid=${state##* }
v1=$(sed -n 's/^[0-9]*:memory://p' "/proc/$pid/cgroup" 2>/dev/null)
v2=$(sed -n 's/^0:://p' "/proc/$pid/cgroup" 2>/dev/null)
old=/sys/fs/cgroup/memory$v1 new=/sys/fs/cgroup$v2
if [ -n "$v1$v2" ]; then
  pids=$(cat "$old/cgroup.procs" "$new/cgroup.procs" 2>/dev/null | paste -sd, -)
  [ -n "$pids" ] && ps -o stat=,comm= -p "$pids" | sed '/^Z/d; s/^[^ ]* */process /'
  sed -n 's/^oom_kill /oom /p' "$old/memory.oom_control" "$new/memory.events" 2>/dev/null
fi
ss -Hltn "sport = :$port" 2>/dev/null | sed 's/^/listens /'
docker logs --timestamps ${since:+--since "$since"} "$name" 2>&1 | head -c %s | sed 's/^/log /'
"""

_STAMPED = re.compile(r"log (\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) ?(.*)")


@dataclass(frozen=True)
class Seen:
    """One node at one moment. `status` as Docker says it, "absent" without such a container.

    `processes`: names (comm, at most 15 characters) of the container's live processes; `oom_kills`: those
    in its cgroup, None where that cannot be read; `log`: what is new; `stamp`: of its last line.
    """

    status: str = "absent"
    exit_status: int | None = None
    is_oom_killed: bool = False
    processes: frozenset[str] = frozenset()
    oom_kills: int | None = None
    is_listening: bool = False
    log: str = ""
    stamp: str = ""

    @property
    def is_over(self) -> bool:
        """It will not run any more by itself; one that is made and not yet started still may."""
        return self.status in {"absent", "exited", "dead", "removing"}


def command(container: str, since: str, port: int) -> str:
    """The script, for a container's name, the stamp of the last line already read, and the API's port."""
    return quoted(_SCRIPT, container, since, port, LOG_BYTES)


def parse(text: str, since: str = "") -> Seen:
    """What the script printed; lines up to the stamp `since` were read before and are passed over.

    Raises NotUnderstood when there is neither a state nor an absence in it.
    """
    lines = text.split("\n")
    if lines[:1] == ["absent"]:
        return Seen()
    state = re.fullmatch(r"state ([0-9a-f]+) (\w+) (-?\d+) (true|false) (\d+)", lines[0] if lines else "")
    if not state:
        seen = repr(lines[0][:200]) if lines else "nothing"
        raise NotUnderstood(
            "a container's state from docker inspect", seen, "see whether docker answers there"
        )
    fresh = [match for match in map(_STAMPED.fullmatch, text.split("\n")) if match and match[1] > since]
    return Seen(
        status=state[2],
        exit_status=int(state[3]),
        is_oom_killed=state[4] == "true",
        processes=frozenset(_after("process ", lines)),
        oom_kills=next((int(n) for n in _after("oom ", lines) if n.isdecimal()), None),
        is_listening=any(_after("listens ", lines)),
        log="".join(f"{match[2]}\n" for match in fresh),
        stamp=fresh[-1][1] if fresh else since,
    )


def _after(word: str, lines: Iterable[str]) -> Iterator[str]:
    return (line.removeprefix(word).strip() for line in lines if line.startswith(word))
