"""Which processes hold GPU memory, compute and graphics, and how much."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import zip_longest

from inventory.errors import CannotTell
from probes.facts import gpu_csv, gpu_query, gpu_table, gpu_xml
from probes.facts.gpu import GpuProcess
from probes.facts.gpu_faults import faults
from probes.facts.reading import Fact, Reading

COMMAND = """\
nvidia-smi --query-compute-apps=gpu_uuid,pid,process_name,used_memory --format=csv || exit
nvidia-smi
"""
FORMATS: tuple[Callable[[str], tuple[GpuProcess, ...] | None], ...] = (
    gpu_xml.processes,
    gpu_csv.processes,
    gpu_table.processes,
    gpu_query.processes,
)


def parse(reading: Reading) -> tuple[GpuProcess, ...]:
    """By PID; what several formats say of one process is joined, the first one's words kept.

    Raises TimedOut when nvidia-smi hangs, ToolMissing when there is none, CannotTell when the driver does
    not answer, NotUnderstood for another text.
    """
    if wrong := faults(f"{reading.stdout}\n{reading.stderr}"):
        raise CannotTell("the processes on the GPUs", wrong[0].text, wrong[0].remedy)
    reading.require("nvidia-smi")
    answers = [found for form in FORMATS if (found := form(reading.stdout)) is not None]
    if not answers:
        raise reading.not_understood("nvidia-smi")
    return _joined(process for answer in answers for process in answer)


def _joined(processes: Iterable[GpuProcess]) -> tuple[GpuProcess, ...]:
    """One entry a process and GPU. The table names a GPU by index where the CSV has its UUID: those of one
    PID are paired in their order, and only what the CSV does not list is taken from the table.
    """
    listed: dict[int, list[GpuProcess]] = {}
    for process in processes:
        listed.setdefault(process.pid, []).append(process)
    return tuple(entry for pid in sorted(listed) for entry in _of_one(listed[pid]))


def _of_one(entries: list[GpuProcess]) -> list[GpuProcess]:
    first = [e for e in entries if _is_uuid(e) == _is_uuid(entries[0])]
    types = [e.type for e in entries if _is_uuid(e) != _is_uuid(entries[0])]
    return [replace(e, type=kind or e.type) for e, kind in zip_longest(first, types[: len(first)])]


def _is_uuid(process: GpuProcess) -> bool:
    return (process.gpu or "").startswith("GPU-")


FACTS = (Fact("gpu_processes", COMMAND, parse),)
