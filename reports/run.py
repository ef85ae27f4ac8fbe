"""report.json, schema 1. Times are seconds, rates and shares are fractions, unless the key says otherwise."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeFloat, NonNegativeInt

from reports.outcome import Outcome

Scope = Literal["node", "pair", "cluster"]


class Entry(BaseModel):
    """A part of the report: read only, and without keys that nobody knows."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Check(Entry):
    """One check as asked: `node` is a name, "a~b" for a pair, None for the cluster."""

    id: str
    layer: str
    scope: Scope
    node: str | None
    gate: bool
    outcome: Outcome
    reason: str | None = None
    duration_s: NonNegativeFloat = 0.0


class Phase(Entry):
    """A part of the bring-up; `started_s` counts from the start of the launch."""

    name: str
    started_s: float
    duration_s: NonNegativeFloat


class Quantiles(Entry):
    """A time in seconds over the requests of one level."""

    mean: float
    p50: float
    p99: float


class ThroughputRow(Entry):
    """One level of a closed loop: `tok_s` is the aggregate over all its requests, with its 95 % interval.

    None: nothing came that could be timed.
    """

    concurrency: NonNegativeInt
    tok_s: NonNegativeFloat
    tok_s_low: float | None = None
    tok_s_high: float | None = None
    tok_s_per_request: NonNegativeFloat | None
    ttft_s: Quantiles | None
    repeats: NonNegativeInt
    failed: NonNegativeInt


class Cause(Entry):
    """The lowest thing that does not hold: what it probably is, what to do, the decisive lines."""

    check: str
    layer: str
    node: str | None
    summary: str
    remedy: str
    lines: tuple[str, ...] = ()


class Report(Entry):
    """The whole run. `evidence` holds named sections of lines; "verdict" says why it is what it is."""

    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True)

    version: Literal[1] = Field(default=1, alias="schema")
    cluster: str
    mode: str
    verdict: Literal["ACCEPTED", "REJECTED", "INCOMPLETE"]
    exit_code: int
    started: str
    duration_s: NonNegativeFloat
    simulated: tuple[str, ...] = ()
    cause: Cause | None = None
    checks: tuple[Check, ...] = ()
    phases: tuple[Phase, ...] = ()
    throughput: tuple[ThroughputRow, ...] = ()
    evidence: dict[str, tuple[str, ...]] = Field(default_factory=dict)
