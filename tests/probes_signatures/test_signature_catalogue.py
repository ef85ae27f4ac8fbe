import pytest

from probes.diagnosis import examine
from probes.engine_log.stream import Lines
from probes.signatures import CATALOGUE
from probes.signatures.states import STATES

LAYERS = {"l0_reach", "l1_host", "l2_network", "l3_gpu", "l4_ray", "l5_engine", "l6_api", "l7_performance"}
every = pytest.mark.parametrize("signature", CATALOGUE.values(), ids=CATALOGUE.keys())


def cleaned(text):
    return "\n".join(line.text for line in Lines().feed(text, final=True))


@every
def test_its_example_is_recognised(signature):
    assert signature.hits(signature.example)
    assert signature.hits(cleaned(signature.example))


@every
def test_its_near_miss_is_not(signature):
    assert signature.hits(signature.near_miss) == ()
    assert signature.hits(cleaned(signature.near_miss)) == ()


@every
def test_it_says_what_and_what_to_do(signature):
    assert signature.layer in LAYERS
    assert min(map(len, (signature.cause, signature.remedy, signature.near_miss_why))) > 0
    assert not signature.cause.endswith(".")


@every
def test_its_example_is_diagnosed(signature):
    diagnosis = examine({"lynx-1": signature.example})
    found = (*diagnosis.causes, *diagnosis.notes, *diagnosis.benign)
    assert signature.id in {finding.signature.id for finding in found}


@pytest.mark.parametrize("name", STATES)
def test_every_state_is_used(name):
    assert STATES[name].__doc__
