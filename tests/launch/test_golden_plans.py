"""The plan for the operators' pair, as a file: a change of the launch shows as a change of its commands.

Made anew by: REWRITE_GOLDEN=1 python -m pytest tests/launch/test_golden_plans.py
"""

import os
from pathlib import Path

import pytest

from inventory.cluster import load
from launch.commands import readable
from launch.found import Found, NodeFound
from launch.plan import engine_steps, evict_steps, ray_steps
from probes.facts.units import Unit, Units

HERE = Path(__file__).parent


def stale(cluster, node: str, box) -> NodeFound:
    """Everything that the file declares stale, there and running."""
    units = (Unit(name, "loaded", "active", "running", "enabled", True) for name in cluster.stale.units)
    return NodeFound(Units((unit.name, unit) for unit in units), tuple(map(box, cluster.stale.containers)))


@pytest.mark.parametrize("name", ["spark-pair"])
def test_the_plan_is_the_golden_one(name, box):
    cluster = load(HERE.parents[1] / "clusters" / f"{name}.toml")
    found = Found({node.name: stale(cluster, node.name, box) for node in cluster.nodes})
    steps = (*evict_steps(cluster, found), *ray_steps(cluster), *engine_steps(cluster))
    planned = "\n".join(line.rstrip() for line in readable(steps)) + "\n"
    golden = HERE / "golden" / f"{name}.plan"
    if os.environ.get("REWRITE_GOLDEN"):
        golden.write_text(planned)
    assert planned == golden.read_text()
