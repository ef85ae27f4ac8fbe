"""The table that nvidia-smi prints without arguments, in the layout of the 580 branch."""

import time
from collections.abc import Iterable, Iterator

from launch.lab.simulated_gpu.csv import Cells
from launch.lab.simulated_gpu.gb10 import BUS, CUDA, NAME
from launch.lab.simulated_gpu.processes import Process

HEAD = """\
+-----------------------------------------------------------------------------------------+
| NVIDIA-SMI {driver:<23}Driver Version: {driver:<15}CUDA Version: {cuda:<9}|
+-----------------------------------------+------------------------+----------------------+
| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
|                                         |                        |               MIG M. |
|=========================================+========================+======================|
|   0  {name:<31}On  |   {bus} Off |                  N/A |
| N/A  {heat:>3}C    {perf:<3}{power:>14.0f}W /  N/A  | Not Supported          |{util:>7}%      Default |
|                                         |                        |                  N/A |
+-----------------------------------------+------------------------+----------------------+

+-----------------------------------------------------------------------------------------+
| Processes:                                                                              |
|  GPU   GI   CI              PID   Type   Process name                        GPU Memory |
|        ID   ID                                                               Usage      |
|=========================================================================================|"""
PROCESS = "|    0   N/A  N/A {pid:>16}      C   {title:<37.37} {used:>6}MiB |"
NONE = "|  No running processes found                                                             |"
FOOT = "+-----------------------------------------------------------------------------------------+"


def lines(cells: Cells, driver: str, processes: Iterable[Process]) -> Iterator[str]:
    yield time.strftime("%a %b %e %H:%M:%S %Y")
    yield HEAD.format(
        driver=driver,
        cuda=CUDA,
        name=NAME,
        bus=BUS,
        heat=cells["temperature.gpu"][0],
        perf=cells["pstate"][0],
        power=float(cells["power.draw"][0]),
        util=cells["utilization.gpu"][0],
    )
    rows = [PROCESS.format(pid=p.pid, title=p.title, used=p.used_mib) for p in processes]
    yield from rows or [NONE]
    yield FOOT
