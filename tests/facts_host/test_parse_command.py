"""`python -m probes parse`: every parser by its name, and none that falls over a text."""

import json
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from ipaddress import ip_interface
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from inventory.errors import CannotTell
from probes.__main__ import app
from probes.facts import TABLE
from probes.facts.reading import Reading
from probes.parse import parsed, parsers
from probes.rendering import as_json

SAMPLES = Path(__file__).parent / "samples"
RECORDED = {
    "containers": ["docker_ps_restarting.txt", "docker_ps_up_seconds_of_vllm.txt", "docker_inspect.json"],
    "docker": ["docker_info.txt"],
    "firewall": ["nft_ruleset.json", "iptables_save.txt", "iptables_save_ufw.txt"],
    "is_enabled": ["systemd_is_enabled_states_and_rc.txt"],
    "kernel_log": [
        "dmesg_cx7_cable_plug.txt",
        "dmesg_gb10_nv_err_no_memory.txt",
        "dmesg_nvrm_api_mismatch.txt",
        "dmesg_nvrm_no_adapter_ray_of_xids.txt",
        "dmesg_pcie_limited.txt",
        "xid45_caused_by_previous.txt",
        "oom_kills.txt",
    ],
    "listeners": ["listeners_ss.txt", "proc_net_tcp.txt"],
    "memory": ["meminfo_gb10.txt"],
    "processes": ["processes.txt"],
    "storage": ["df.txt"],
    "units": [
        "units_debian12.txt",
        "systemd_is_enabled_broken_unit.txt",
        "systemd_is_enabled_states_and_rc.txt",
    ],
}
CASES = [(name, file) for name, files in RECORDED.items() for file in files]


def run(*arguments, stdin=None):
    return CliRunner().invoke(app, ["parse", *arguments], input=stdin)


@pytest.mark.parametrize(("name", "file"), CASES)
def test_a_recorded_output_becomes_json(name, file):
    done = run(name, str(SAMPLES / file))
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)


def test_standard_input_is_read():
    done = run("memory", "-", stdin=(SAMPLES / "meminfo_gb10.txt").read_text())
    assert json.loads(done.stdout)["swap_total_gib"] == 16.0


def test_every_fact_is_listed():
    listed = run("--list").stdout.split()
    assert listed == sorted(listed)
    assert set(TABLE) <= set(listed)


def test_an_unknown_format_is_said_with_status_one():
    done = run("memory", "-", stdin="this is no meminfo")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "in a known format" in done.stderr


@pytest.mark.parametrize("arguments", [("nonsense", "-"), ("memory", "/no/such/file"), ()])
def test_a_wrong_name_or_file_is_the_callers_mistake(arguments):
    assert run(*arguments, stdin="").exit_code == 2


EXAMPLES = 40
NAMES = sorted(parsers())
TEXTS = st.text() | st.lists(
    st.sampled_from(
        [line for file in sorted(SAMPLES.iterdir()) for line in file.read_text().splitlines()[:25]]
        + ["", "{", "[]", "null", "0", "@@ log", "@@ active", "@@ nft", "@@ iptables", "@@ files"]
    ),
    max_size=12,
).map("\n".join)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=EXAMPLES, deadline=None)
@given(text=TEXTS)
def test_no_parser_falls_over_a_text(name, text):
    with suppress(CannotTell):
        parsed(name, text)


@pytest.mark.parametrize("name", sorted(TABLE))
@settings(max_examples=EXAMPLES, deadline=None)
@given(status=st.none() | st.integers(0, 255), stdout=TEXTS, stderr=st.text(max_size=40))
def test_no_fact_falls_over_a_reading(name, status, stdout, stderr):
    with suppress(CannotTell):
        as_json(TABLE[name].parse(Reading(status, stdout, stderr)))


def mutated(text):
    cuts = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)), st.text(max_size=5))
    return cuts.map(lambda cut: text[: min(cut[:2])] + cut[2] + text[max(cut[:2]) :])


@pytest.mark.parametrize(("name", "file"), CASES)
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_no_parser_falls_over_a_damaged_output(name, file, data):
    text = (SAMPLES / file).read_text()[:4000]
    with suppress(CannotTell):
        parsed(name, data.draw(mutated(text)))


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Thing:
    colour: Colour
    address: object
    numbers: frozenset[int]
    table: dict[int, tuple[int, ...]]


def test_facts_are_rendered_in_terms_of_json():
    thing = Thing(Colour.RED, ip_interface("10.0.0.1/24"), frozenset({2, 1}), {7: (1, 2)})
    assert json.loads(as_json(thing)) == {
        "colour": "red",
        "address": "10.0.0.1/24",
        "numbers": [1, 2],
        "table": {"7": [1, 2]},
    }
