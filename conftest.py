"""Registers Firstlight's pytest plugins, unless another package stands in the place of one of ours."""

import sys
from importlib.util import find_spec
from pathlib import Path

for name in ("inventory", "probes", "launch", "reports", "fixtures"):
    spec = find_spec(name)
    found = next(iter(spec.submodule_search_locations or ()), None) if spec else None
    if found is None or Path(found).resolve() != Path(__file__).resolve().parent / name:
        print(
            f"wanted Firstlight's own package {name}; Python finds {found}; take that from the path",
            file=sys.stderr,
        )
        raise SystemExit(4)

pytest_plugins = [
    "fixtures.options",
    "fixtures.modes",
    "fixtures.drawing",
    "fixtures.parametrise",
    "fixtures.order",
    "fixtures.outcomes",
    "fixtures.gates",
    "fixtures.verdict",
    "fixtures.report",
    "fixtures.live",
    "fixtures.bring_up",
    "fixtures.deployed",
    "fixtures.service",
]
