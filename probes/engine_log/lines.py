"""One line of a log, freed of what terminals, Docker, Ray and the loggers put around it."""

import re
from dataclasses import dataclass, replace
from datetime import datetime

ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
"""Control sequences of ECMA-48: CSI, OSC, and two-byte escapes."""

CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

DOCKER_STAMP = re.compile(r"^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|[+-]\d\d:?\d\d) ?")
JOURNAL_STAMP = re.compile(rf"^({'|'.join(_MONTHS)}) [ \d]\d \d\d:\d\d:\d\d (?=\S+ \S+: )")
JOURNAL_UNIT = re.compile(r"^\S+ [\w.@:/-]+\[\d+\]: ?")
COMPOSE = re.compile(r"^[A-Za-z0-9][\w.-]* +\| ?")
PROCESS = re.compile(r"^\(?(?P<name>[A-Za-z][\w.:-]*) pid=(?P<pid>\d+)(?:, ip=(?P<ip>[\da-fA-F.:]+))?\) ?")
ANONYMOUS = re.compile(
    r"^\((?:pid=(?P<pid>\d+)|(?P<name>raylet|autoscaler|gcs_server))"
    r"(?:, ip=(?P<ip>[\da-fA-F.:]+))?(?: [^()]*)?\) ?"
)
REPEATED = re.compile(
    r" ?\[repeated (\d+)x across (?:all nodes|cluster)\](?: \(Ray deduplicates logs[^)]*\))?\s*$"
)

_LEVEL = r"(?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL|SUCC|ERR)"
VLLM = re.compile(
    _LEVEL + r" (?P<month>\d\d)-(?P<day>\d\d) (?P<clock>\d\d:\d\d:\d\d)(?:[.,](?P<fraction>\d+))? "
    r"(?:\[[\w./-]+:\d+\]|[\w./-]+:\d+\]) ?"
)
DASHED = re.compile(
    r"\d{4}-(?P<month>\d\d)-(?P<day>\d\d) (?P<clock>\d\d:\d\d:\d\d)(?:[.,](?P<fraction>\d+))?"
    r"(?:\s+|\s+-\s+)" + _LEVEL + r"(?: [\w./-]+:\d+ --)?(?:\s+-\s+)? ?"
)
SGLANG = re.compile(
    r"\[\d{4}-(?P<month>\d\d)-(?P<day>\d\d) (?P<clock>\d\d:\d\d:\d\d)(?:[.,](?P<fraction>\d+))?"
    r"(?P<ranks>(?: [A-Z]{2,4}\d+)*)\] (?:" + _LEVEL + r":? +)?"
)
UVICORN = re.compile(_LEVEL + r": +")
HEADS = (VLLM, DASHED, SGLANG, UVICORN)


@dataclass(frozen=True)
class Line:
    """A line's words, and who said them when.

    `source`, `pid`: the innermost process that prefixes name ("" / None: none is named); `ip`: the node
    that Ray names for it; `at`: the outermost stamp if Docker or the journal wrote one, else the
    logger's own, in the year 2000 (vLLM's stamps have no year): only differences mean something;
    `repeated`: how many more of it Ray folded into this one; `raw`: the line as it is shown to people.
    """

    text: str
    source: str = ""
    pid: int | None = None
    ip: str | None = None
    level: str | None = None
    at: datetime | None = None
    repeated: int = 0
    raw: str = ""

    @property
    def is_anonymous(self) -> bool:
        return not self.source and self.pid is None


def plain(text: str) -> str:
    """The text without control sequences and control characters (tabs stay)."""
    return CONTROL.sub("", ANSI.sub("", text))


def read(raw: str) -> Line:
    """One line as it came, without its line end, as a Line."""
    shown = plain(raw)
    at, text = _stamped(shown)
    text, repeated = _folded(COMPOSE.sub("", text, count=1))
    outer_at, text = _stamped(text)
    return _headed(_named(Line(text, at=at or outer_at, repeated=repeated, raw=shown.strip())))


def _stamped(text: str) -> tuple[datetime | None, str]:
    if match := DOCKER_STAMP.match(text):
        _, month, day, *clock, fraction = match.groups()
        at = _moment(month, day, ":".join(clock), fraction)
    elif match := JOURNAL_STAMP.match(text):
        month = str(_MONTHS.index(match[1]) + 1)
        at = _moment(month, match[0][4:6].strip(), match[0][7:15], None)
    else:
        return None, text
    return at, JOURNAL_UNIT.sub("", text[match.end() :], count=1)


def _moment(month: str, day: str, clock: str, fraction: str | None) -> datetime | None:
    hour, minute, second = (int(part) for part in clock.split(":"))
    microsecond = int((fraction or "0")[:6].ljust(6, "0"))
    try:
        return datetime(2000, int(month), int(day), hour, minute, second, microsecond)  # noqa: DTZ001
    except ValueError:  # digits that are no date: a line that only looks stamped
        return None


def _folded(text: str) -> tuple[str, int]:
    match = REPEATED.search(text)
    return (text[: match.start()], int(match[1][:9])) if match else (text, 0)


def _named(line: Line) -> Line:
    text, source, pid, ip = line.text, "", None, None
    while match := PROCESS.match(text) or ANONYMOUS.match(text):
        said = match.groupdict()
        source, ip = said["name"] or source, said["ip"] or ip
        pid, text = _number(said["pid"]) or pid, text[match.end() :]
    return replace(line, text=text, source=source, pid=pid, ip=ip)


def _number(digits: str | None) -> int | None:
    return int(digits[:18]) if digits else None


def _headed(line: Line) -> Line:
    match = next((m for head in HEADS if (m := head.match(line.text))), None)
    if match is None:
        return line
    said = match.groupdict()
    source = line.source or (said.get("ranks") or "").strip()
    return replace(
        line,
        text=line.text[match.end() :],
        level=said.get("level"),
        at=line.at or (_moment(*_when(said)) if said.get("clock") else None),
        source=source,
    )


def _when(said: dict[str, str | None]) -> tuple[str, str, str, str | None]:
    return said["month"] or "", said["day"] or "", said["clock"] or "", said["fraction"]
