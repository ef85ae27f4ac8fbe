"""The program: which answer the arguments ask for."""

import os
import sys
from collections.abc import Iterable, Sequence

from launch.lab.simulated_gpu import csv, document, gb10, table
from launch.lab.simulated_gpu.faults import Faults
from launch.lab.simulated_gpu.processes import holding

USAGE = "Invalid combination of input arguments. Please run 'nvidia-smi -h' for help."


def main(arguments: Sequence[str], faults: Faults = Faults()) -> int:  # noqa: B008 - holds one constant path
    """Prints the answer; gives nvidia-smi's exit status."""
    if (instead := faults.instead()) is not None:
        print(instead[0])
        return instead[1]
    answer = answered(arguments, faults)
    print(USAGE if answer is None else "\n".join(answer))
    return 2 if answer is None else 0


def answered(arguments: Sequence[str], faults: Faults) -> Iterable[str] | None:
    """The answer's lines; None for arguments that are not understood."""
    processes = holding(faults.foreign)
    rows = gb10.readings(faults.driver, faults.values)
    busy, unit_uuid = bool(processes), gb10.uuid(os.uname().nodename)
    options = dict(_option(word) for word in arguments)
    form = options.get("--format", "")
    if "--query-gpu" in options:
        return csv.lines(_columns(options["--query-gpu"]), [gb10.cells(rows, busy=busy)], form)
    if "--query-compute-apps" in options:
        columns = csv.process_columns(_columns(options["--query-compute-apps"]))
        return csv.lines(columns, [csv.process_cells(process, unit_uuid) for process in processes], form)
    if "-q" in options or "--query" in options:
        write = document.xml if options.keys() & {"-x", "--xml-format"} else document.text
        return write(document.tree(rows, busy=busy), faults.driver, processes)
    if options.keys() & {"-L", "--list-gpus"}:
        return [f"GPU 0: {gb10.NAME} (UUID: {unit_uuid})"]
    return None if options else table.lines(gb10.cells(rows, busy=busy), faults.driver, processes)


def _option(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, value


def _columns(words: str) -> list[str]:
    return [word.strip() for word in words.split(",")]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
