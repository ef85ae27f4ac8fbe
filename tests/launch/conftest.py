"""A pair of invented names, and what may be found on it."""

from dataclasses import replace

import pytest

from inventory.cluster import Cluster, parse
from launch.found import Found, NodeFound
from launch.labels import labels_of
from probes.facts.containers import Container
from probes.facts.units import Unit, Units

FILE = """
name = "orchard"
[[node]]
name = "apple"
role = "head"
ssh = "ann@apple"
fabric = "172.20.5.1/24"
[[node]]
name = "pear"
role = "worker"
ssh = "ann@pear"
fabric = "172.20.5.2/24"
[fabric]
interface = "roce0"
[gpu]
per_node = 1
[memory]
min_available_gib = 3
[container]
image = "registry.example/engine:7"
name = "server"
gpus = false
[engine]
model = "/models/Seed-1B"
port = 8100
tensor_parallel = 2
[stale]
units = ["old.service", "older"]
containers = ["old_box"]
[ready]
total = "10m"
stall = { weights = "40s" }
"""

EMPTY = Container(
    name="", id="", image="img", image_id="sha256:0", running=True, status="running", exit_code=0,
    restart_policy="no", restart_retries=0, restart_count=0, labels={}, started_at=None, finished_at=None,
    pid=7, oom_killed=False, error="", command="", environment_names=(), mounts=(), network_mode="host",
    ipc_mode="", runtime="runc", shm_bytes=None, memory_limit_bytes=None, ulimits={}, devices=(),
    capabilities=(), wants_gpu=False,
)  # fmt: skip


@pytest.fixture
def cluster() -> Cluster:
    return parse(FILE, "orchard.toml")


def _box(name: str, **fields) -> Container:
    return replace(EMPTY, name=name, id=f"id-{name}", **fields)


def _own(spec: str = "0", **fields) -> Container:
    return _box("server", labels=labels_of("orchard", spec, "head"), **fields)


def _active(name: str) -> Unit:
    return Unit(name, "loaded", "active", "running", "enabled", True, ("multi-user.target",))


def _found(apple: tuple = (), pear: tuple = (), units: tuple[Unit, ...] = ()) -> Found:
    named = Units((unit.name, unit) for unit in units)
    return Found({"apple": NodeFound(named, tuple(apple)), "pear": NodeFound(Units(), tuple(pear))})


@pytest.fixture
def box():
    return _box


@pytest.fixture
def own():
    return _own


@pytest.fixture
def active():
    return _active


@pytest.fixture
def found():
    return _found


@pytest.fixture(scope="session")
def cluster_text() -> Cluster:
    """The cluster, for property tests: hypothesis wants fixtures that last."""
    return parse(FILE, "orchard.toml")


@pytest.fixture(scope="session")
def make_box():
    return _box
