"""What must be built before a pair can be raised, built side by side, kept in the cache."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from launch.lab import engine, image_store, rootfs
from launch.lab.machine import Machine
from launch.lab.progress import Say
from launch.lab.rootfs import HOST_PACKAGES, IMAGE_PACKAGES, TREE, Recipe

SYSTEM_PREFIX = Path("/usr")


@dataclass(frozen=True)
class Pieces:
    """`rootfs`: the hosts' lower layer. `store`: a /var/lib/docker to copy. `mounts`: machine -> host."""

    rootfs: Path
    store: Path
    mounts: Mapping[Path, Path]


def ensure(machine: Machine, say: Say) -> Pieces:
    """All pieces, those that are missing built first. Raises LabError."""
    with ThreadPoolExecutor(3) as pool:
        venv = pool.submit(engine.ensure, say)
        root = pool.submit(rootfs.ensure, _recipe(machine, "hosts", "minbase", HOST_PACKAGES), say)
        image = pool.submit(rootfs.ensure, _recipe(machine, "base", "essential", IMAGE_PACKAGES), say)
        built, root_tree, image_tree = venv.result(), root.result() / TREE, image.result() / TREE
    links = linked(built)
    store = image_store.ensure(root_tree, image_tree, links, say)
    return Pieces(root_tree, store, links)


def linked(built: engine.Engine) -> dict[Path, Path]:
    """The engine's own paths -> where they stand in hosts and containers, the same for every engine."""
    prefix = {} if built.python_prefix == SYSTEM_PREFIX else {built.python_prefix: image_store.PYTHON}
    return {built.venv: image_store.VENV} | prefix


def _recipe(machine: Machine, kind: str, variant: str, packages: tuple[str, ...]) -> Recipe:
    return Recipe(kind, variant, packages, machine.codename, machine.sources)
