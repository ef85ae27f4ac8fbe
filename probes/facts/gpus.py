"""The GPUs of a node as nvidia-smi gives them, in whichever of its formats."""

from collections.abc import Callable
from dataclasses import replace

from probes.facts import gpu_csv, gpu_query, gpu_table, gpu_xml
from probes.facts.gpu import Gpus
from probes.facts.gpu_faults import faults
from probes.facts.reading import Fact, Reading

FORMATS: tuple[Callable[[str], Gpus | None], ...] = (
    gpu_xml.gpus,
    gpu_table.gpus,
    gpu_query.gpus,
    gpu_csv.gpus,
)


def parse(reading: Reading) -> Gpus:
    """The GPUs, and as `faults` what the driver says instead of an answer.

    Raises TimedOut when nvidia-smi hangs, ToolMissing when there is none, NotUnderstood when it prints
    neither GPUs nor a known error.
    """
    text = f"{reading.stdout}\n{reading.stderr}"
    wrong = faults(text)
    if not wrong:
        reading.require("nvidia-smi")
    for form in FORMATS:
        if (found := form(reading.stdout)) is not None:
            return replace(found, faults=wrong)
    if wrong:
        return Gpus(faults=wrong)
    raise reading.not_understood("nvidia-smi")


FACTS = (Fact("gpus", "nvidia-smi -q -x", parse),)
