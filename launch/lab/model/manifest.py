"""`SHA256SUMS` beside the weights: what every file of the model is to be, as `sha256sum --check` reads it."""

import hashlib
from pathlib import Path

NAME = "SHA256SUMS"


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 in hex of every file in `folder`, by name."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != NAME)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def write(folder: Path) -> None:
    lines = (f"{digest}  {name}\n" for name, digest in digests(folder).items())
    (folder / NAME).write_text("".join(lines), encoding="utf-8")


def read(folder: Path) -> dict[str, str]:
    """The digests that `SHA256SUMS` promises."""
    rows = (line.split("  ", 1) for line in (folder / NAME).read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in rows}
