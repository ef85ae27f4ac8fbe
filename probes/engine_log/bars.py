"""Progress bars (tqdm) of weight loaders and graph capture.

Formats: tqdm's own `label:  24%|██▎ | 12/51 [00:00<00:01, 23.94it/s]` and vLLM's and SGLang's
`label:  50% Completed | 2/4 [00:01<00:01,  1.68it/s]` (`_BAR_FORMAT` in their weight_utils.py).
"""

import re
from dataclasses import dataclass

from probes.engine_log.events import Event, GraphsProgress, WeightsProgress

BAR = re.compile(
    r"^\s*(?P<label>[^|%]*?):?\s*\d+%\s*(?:Completed\s*\||\|[^|]*\|)\s*(?P<done>\d+)/(?P<total>\d+)\s*"
    r"\[(?P<elapsed>[\d:]+)<(?P<left>[\d:]+|\?),\s*(?P<rate>[\d.]+|\?)\s*(?P<unit>\S+?/s|s/\S+?)(?:,[^\]]*)?\]"
)
WEIGHTS = re.compile(r"\bload|shard|safetensors|checkpoint", re.IGNORECASE)
GRAPHS = re.compile(r"captur|graph", re.IGNORECASE)
_SIXTIES = (1, 60, 3600, 86400)


@dataclass(frozen=True)
class Bar:
    """One drawing of a bar; `step_s`: seconds for one step, None while the bar prints "?"."""

    label: str
    done: int
    total: int
    elapsed_s: float | None
    left_s: float | None
    step_s: float | None


def read(text: str) -> Bar | None:
    """The bar in this text, if it is drawn to its closing bracket."""
    match = BAR.match(text)
    if match is None:
        return None
    return Bar(
        match["label"].strip(),
        int(match["done"][:9]),
        int(match["total"][:9]),
        _seconds(match["elapsed"]),
        _seconds(match["left"]),
        _step(match["rate"], match["unit"]),
    )


def event(text: str) -> Event | None:
    """The bar in this text as an event; None for bars of something else (downloads, a user's own)."""
    bar = read(text)
    if bar is None:
        return None
    if GRAPHS.search(bar.label):
        return GraphsProgress(bar.label, bar.done, bar.total, bar.elapsed_s, bar.left_s)
    if WEIGHTS.search(bar.label):
        return WeightsProgress(bar.label, bar.done, bar.total, bar.elapsed_s, bar.left_s, bar.step_s)
    return None


def _seconds(clock: str) -> float | None:
    """Seconds of tqdm's mm:ss or h:mm:ss; None for "?" and for what is no clock."""
    parts = clock.split(":")
    if len(parts) > len(_SIXTIES) or not all(part.isdecimal() for part in parts):
        return None
    return float(sum(int(part[:9]) * sixty for part, sixty in zip(reversed(parts), _SIXTIES, strict=False)))


def _step(rate: str, unit: str) -> float | None:
    """Seconds a step from `4.26s/it` or `301.42it/s`."""
    try:
        value = float(rate)
    except ValueError:
        return None
    if unit.startswith("s/"):
        return value
    return 1 / value if value else None
