"""Runs inside a container: prints the versions of Ray and Python as one line of JSON after a mark."""

from __future__ import annotations

import json
import platform
from importlib.metadata import PackageNotFoundError, version


def ray_version() -> str | None:
    try:
        return version("ray")
    except PackageNotFoundError:
        return None


print("firstlight-ray " + json.dumps({"ray": ray_version(), "python": platform.python_version()}))
