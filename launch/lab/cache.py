"""Pieces that are built once: named by a hash of their recipe, built aside, and renamed when whole."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from launch.lab import places


def key(recipe: str) -> str:
    return hashlib.sha256(recipe.encode()).hexdigest()[:12]


def piece(kind: str, recipe: str, build: Callable[[Path], None], cache: Path = places.CACHE) -> Path:
    """The folder of the piece; `build` fills a new one when this recipe has none. Older ones are removed.

    A build that fails, or is killed, leaves nothing that would be taken for a piece.
    """
    wanted = cache / f"{kind}-{key(recipe)}"
    if not wanted.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        for old in cache.glob(f".{kind}-*"):
            shutil.rmtree(old)
        building = Path(tempfile.mkdtemp(prefix=f".{kind}-", dir=cache))
        try:
            build(building)
            (building / "recipe").write_text(recipe)
            building.chmod(0o755)
            for old in cache.glob(f"{kind}-*"):
                shutil.rmtree(old)
            building.rename(wanted)
        finally:
            shutil.rmtree(building, ignore_errors=True)
    return wanted
