"""`-q -x` and `-q`: the same readings as a document, written in XML or as indented text."""

import time
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from launch.lab.simulated_gpu.gb10 import BUS, CUDA, NOT_AVAILABLE, Reading
from launch.lab.simulated_gpu.processes import Process

Tree = dict[str, Any]
"""Name -> text, or the tree below."""
WIDTH = 55
"""Columns before the colon of a line of `-q`, its indentation included."""
ACRONYMS = {
    "Fb": "FB",
    "Uuid": "UUID",
    "Gpu": "GPU",
    "Pci": "PCI",
    "Pcie": "PCIe",
    "Mig": "MIG",
    "Ecc": "ECC",
}


def tree(rows: Iterable[Reading], *, busy: bool) -> Tree:
    """The readings by the parts of their paths."""
    top: Tree = {}
    for row in rows:
        if row.path:
            *groups, name = row.path.split("/")
            here = top
            for group in groups:
                here = here.setdefault(group, {})
            value = row.value(busy=busy)
            here[name] = f"{value} {row.unit}" if row.unit and value != NOT_AVAILABLE else value
    return top


def xml(top: Tree, driver: str, processes: Iterable[Process]) -> Iterator[str]:
    yield '<?xml version="1.0" ?>'
    yield '<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v13.dtd">'
    yield "<nvidia_smi_log>"
    yield from _elements(_head(driver), 1)
    yield f'\t<gpu id="{BUS}">'
    yield from _elements(top, 2)
    yield "\t\t<processes>"
    for process in processes:
        yield from _elements({"process_info": _process(process)}, 3)
    yield "\t\t</processes>"
    yield "\t</gpu>"
    yield "</nvidia_smi_log>"


def text(top: Tree, driver: str, processes: Iterable[Process]) -> Iterator[str]:
    yield "\n==============NVSMI LOG==============\n"
    yield from _indented(_head(driver), 0)
    yield f"GPU {BUS}"
    yield from _indented(top, 1)
    rows = list(processes)
    yield from _indented({} if rows else {"processes": "None"}, 1)
    if rows:
        yield "    Processes"
    for process in rows:
        yield from _indented({"gpu_instance_id": NOT_AVAILABLE, "compute_instance_id": NOT_AVAILABLE}, 2)
        yield f"        Process ID                                     : {process.pid}"
        yield "            Type                                       : C"
        yield f"            Name                                       : {process.title}"
        yield f"            Used GPU Memory                            : {process.used_mib} MiB"


def _head(driver: str) -> Tree:
    now = time.strftime("%a %b %e %H:%M:%S %Y")
    return {"timestamp": now, "driver_version": driver, "cuda_version": CUDA, "attached_gpus": "1"}


def _process(process: Process) -> Tree:
    return {
        "gpu_instance_id": NOT_AVAILABLE,
        "compute_instance_id": NOT_AVAILABLE,
        "pid": str(process.pid),
        "type": "C",
        "process_name": process.title,
        "used_memory": f"{process.used_mib} MiB",
    }


def _elements(top: Tree, depth: int) -> Iterator[str]:
    tabs = "\t" * depth
    for name, node in top.items():
        if isinstance(node, dict):
            yield f"{tabs}<{name}>"
            yield from _elements(node, depth + 1)
            yield f"{tabs}</{name}>"
        else:
            yield f"{tabs}<{name}>{escape(node)}</{name}>"


def _indented(top: Tree, depth: int) -> Iterator[str]:
    for name, node in top.items():
        title = "    " * depth + " ".join(
            ACRONYMS.get(word, word) for word in name.replace("_", " ").title().split()
        )
        if isinstance(node, dict):
            yield title
            yield from _indented(node, depth + 1)
        else:
            yield f"{title:<{WIDTH}}: {node}"
