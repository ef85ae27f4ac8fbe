"""The engine's venv: real vLLM and Ray on CPUs, built once, kept under the cache, mounted into containers.

`requirements/engine.txt` says what is in it. A venv cannot be moved, so it is built where it stays: a marker
written last says that it is whole, and one without the marker is cleared and built anew.
"""

import fcntl
import hashlib
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from inventory.errors import LabError
from launch.lab import engine_build, engine_lock, engine_plugin

CACHE = Path("/var/cache/firstlight")
LOCK_FILE = Path(__file__).parents[2] / "requirements" / "engine.txt"
MARKER = ".complete"
NEEDED_GIB = 5
KEPT = 1
"""Venvs of other locks that are kept beside the one being built."""
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Engine:
    """A whole venv, and the prefix of the Python that it was made of, as it holds no interpreter itself."""

    venv: Path
    python_prefix: Path

    @property
    def bin(self) -> Path:
        return self.venv / "bin"

    @property
    def site_packages(self) -> Path:
        return engine_build.site_packages(self.venv)

    @property
    def mounts(self) -> tuple[Path, ...]:
        """What a container must see, read-only, at the same path; the system's Python is in its image."""
        return (self.venv,) if self.python_prefix == Path("/usr") else (self.venv, self.python_prefix)


def ensure(progress: Progress, cache: Path = CACHE) -> Engine:
    """The engine that the lock names, built first where it is missing (a minute or two, 0.6 GB to download).

    Raises LabError: no Python 3.11, no space, or pip cannot get a package.
    """
    interpreter = engine_lock.interpreter(sys.version_info[:2], sys.base_prefix, shutil.which)
    lock = LOCK_FILE.read_text(encoding="utf-8")
    engine = Engine(cache / folder_name(lock, interpreter), interpreter.parents[1])
    cache.mkdir(parents=True, exist_ok=True)
    with _alone(cache):
        if not is_whole(engine.venv):
            _built(engine, interpreter, lock, progress)
        engine_plugin.install(engine.site_packages)
        (engine.venv / MARKER).touch()
    return engine


def folder_name(lock: str, interpreter: Path) -> str:
    """A new lock or another interpreter is another venv."""
    shape = f"{interpreter}\n{lock}\n{engine_build.FIRST_IMPORT}\n{engine_build.INSPECTION}"
    return "engine-" + hashlib.sha256(shape.encode()).hexdigest()[:12]


def is_whole(venv: Path) -> bool:
    return (venv / MARKER).is_file()


def superseded(cache: Path) -> tuple[Path, ...]:
    """Half-built venvs, and whole ones beyond the `KEPT` last used: 2.3 GB each."""
    venvs = [path for path in cache.glob("engine-*") if path.is_dir() and not path.is_symlink()]
    whole = sorted(filter(is_whole, venvs), key=lambda path: (path / MARKER).stat().st_mtime, reverse=True)
    return tuple(sorted(set(venvs) - set(whole[:KEPT])))


def _built(engine: Engine, interpreter: Path, lock: str, progress: Progress) -> None:
    for old in superseded(engine.venv.parent):
        progress(f"clearing {old.name}")
        shutil.rmtree(old)
    free_gib = shutil.disk_usage(engine.venv.parent).free / 2**30
    if free_gib < NEEDED_GIB:
        raise LabError(
            f"{NEEDED_GIB} GiB for the engine in {engine.venv.parent}",
            f"{free_gib:.1f} GiB free",
            "free some space, or put that folder on a larger file system",
        )
    engine_build.build(engine.venv, interpreter, lock, progress)


@contextmanager
def _alone(cache: Path) -> Iterator[None]:
    """One build at a time; the lock ends with its process."""
    with (cache / "engine.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
