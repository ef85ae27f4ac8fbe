from pathlib import Path

import pytest

from probes.facts import containers, processes
from probes.facts.listeners import Listener
from probes.facts.reading import Reading
from probes.facts.units import Unit, Units
from probes.judgements.owners import Owners

SAMPLES = Path(__file__).parent / "samples"
UNITS = Units(
    {
        "glm-proxy.service": Unit(
            "glm-proxy.service", starts_at_boot=True, started_by=("multi-user.target",), active="active"
        ),
        "docker.service": Unit("docker.service", active="active"),
    }
)


@pytest.fixture
def owners():
    found = containers.parse(Reading(0, (SAMPLES / "docker_inspect.json").read_text()))
    running = processes.parse(Reading(0, (SAMPLES / "processes.txt").read_text()))
    return Owners(found, UNITS, running, ours=frozenset({"qwen"}))


def test_a_process_of_a_container_is_the_containers_also_its_children(owners):
    assert (owners.of(5300).kind, owners.of(5300).name) == ("container", "qwen")


def test_a_process_of_a_unit_is_the_units(owners):
    assert str(owners.of(6000)) == (
        "unit glm-proxy.service (pid 6000), which returns: started at boot by multi-user.target"
    )


def test_a_process_that_nobody_knows_is_named_as_such(owners):
    assert str(owners.of(99)) == "process unknown (pid 99)"


def test_our_own_engine_on_its_port_is_no_stranger(owners):
    assert owners.strangers_on_port(30000, [Listener("0.0.0.0", 30000, "python3", 5151)]) == ()


def test_another_service_on_the_port_means_replaced(owners):
    held = [Listener("0.0.0.0", 30000, "python3", 6000), Listener("::", 30000, "python3", 6000)]
    (found,) = owners.strangers_on_port(30000, held)
    assert found.startswith("port 30000 is held by unit glm-proxy.service")
    assert found.endswith("replaced, not crashed")


def test_a_holder_that_may_not_be_seen_is_a_stranger(owners):
    assert owners.strangers_on_port(30000, [Listener("*", 30000)]) == (
        "port 30000 is held by process unknown: replaced, not crashed",
    )


def test_only_what_returns_and_is_not_ours_competes(owners):
    assert owners.competitors([5151, 5300, 6000, 401, 99]) == (
        "unit glm-proxy.service (pid 6000), which returns: started at boot by multi-user.target",
    )
