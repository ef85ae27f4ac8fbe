import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.cluster import load, parse
from inventory.errors import ClusterFileError

CLUSTERS = sorted((Path(__file__).parents[2] / "clusters").glob("*.toml"))
PAIR = """
name = "pair"
[[node]]
name = "a"
ssh = "a.local"
fabric = "192.168.200.1/24"
[[node]]
name = "b"
role = "worker"
ssh = "b.local"
fabric = "192.168.200.2/24"
[fabric]
interface = "fab0"
"""


def broken(text):
    with pytest.raises(ClusterFileError) as caught:
        parse(text, "f.toml")
    return str(caught.value)


@pytest.mark.parametrize("path", CLUSTERS, ids=lambda path: path.stem)
def test_every_shipped_cluster_file_is_valid(path):
    assert load(path).name == path.stem


def test_a_pair_reads_as_declared():
    cluster = parse(PAIR, "f.toml")
    assert cluster.head.name == "a"
    assert [node.name for node in cluster.workers] == ["b"]
    assert cluster.pairs == (("a", "b"),)
    assert str(cluster.fabric_of("b")) == "192.168.200.2/24"
    assert cluster.interface_of("b") == "fab0"


def test_an_api_alone_is_a_cluster():
    assert parse('name = "x"\n[api]\nurl = "http://127.0.0.1:1"', "f").nodes == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "name: Field required"),
        ("name = ", "mend that line"),
        ('name = "x"', "declare at least one [[node]]"),
        (PAIR + "mtuu = 9000", "unknown key fabric.mtuu; did you mean mtu?"),
        (PAIR + "[engin]\n", "unknown key engin; did you mean engine?"),
        (PAIR.replace("192.168.200.2/24", "192.168.300.2/24"), "node.1.fabric"),
        (PAIR.replace("192.168.200.2/24", "192.168.201.2/24"), "must share one subnet"),
        (PAIR.replace("200.2/24", "200.1/24"), "fabric addresses must differ"),
        (PAIR.replace('role = "worker"', ""), 'exactly one node must have role = "head"'),
        (PAIR.replace('name = "b"', 'name = "a"'), "node names must differ"),
        (PAIR.replace('ssh = "b.local"', ""), "a node needs ssh or pct"),
        (PAIR.replace('[fabric]\ninterface = "fab0"', ""), "needs an interface"),
        (PAIR + '[ready]\ntotal = "soon"', "a duration such as"),
        (PAIR + '[engine]\nmodel = "/m"\nport = 99999', "engine.port"),
    ],
)
def test_bad_input_is_one_sentence_with_the_place_and_the_remedy(text, words):
    sentence = broken(text)
    assert words in sentence
    assert "f.toml" in sentence
    assert "\n" not in sentence


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(ClusterFileError, match="No such file"):
        load(tmp_path / "none.toml")


def test_a_file_that_is_no_text_says_so(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ClusterFileError, match="decode"):
        load(path)


def test_durations_have_units():
    ready = parse(PAIR + '[ready]\ntotal = "30m"\nstall = { weights = "90s" }', "f").ready
    assert ready.total_s == 1800
    assert ready.stall_s == {"weights": 90}


def test_a_secret_stays_in_the_environment(monkeypatch):
    text = PAIR + '[engine]\nmodel = "/m"\nenv = { HF_TOKEN = { env = "FIRSTLIGHT_TEST_TOKEN" } }'
    monkeypatch.setenv("FIRSTLIGHT_TEST_TOKEN", "hidden")
    engine = parse(text, "f").engine
    assert engine.env["HF_TOKEN"].reveal() == "hidden"
    assert "hidden" not in repr(engine)


@given(st.text())
def test_any_text_is_a_cluster_or_one_error(text):
    with contextlib.suppress(ClusterFileError):
        parse(text, "f")
