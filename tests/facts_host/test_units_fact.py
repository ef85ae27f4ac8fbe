"""What starts at boot, against the words of systemd 252 for the same unit files."""

from pathlib import Path

import pytest

from inventory.errors import CannotTell, NotUnderstood, ToolMissing
from probes.facts import is_enabled, units
from probes.facts.boot_graph import BootGraph
from probes.facts.reading import Reading
from probes.facts.unit_files import unit_files
from probes.facts.unit_state import state_of
from probes.judgements import stale

SAMPLES = Path(__file__).parent / "samples"
RECORDED = (SAMPLES / "units_debian12.txt").read_text()


@pytest.fixture(scope="module")
def recorded():
    return units.parse(Reading(0, RECORDED))


@pytest.mark.parametrize(
    ("name", "state", "started_by"),
    [
        ("glm-cluster", "enabled", ("multi-user.target",)),
        ("glm-proxy", "disabled", ("nightly-llm.timer",)),
        ("glm-embeddings", "disabled", ()),
        ("glm-reranker", "enabled", ("multi-user.target",)),
        ("rerank", "alias", ("multi-user.target",)),
        ("qwen@8000", "enabled", ("multi-user.target",)),
        ("qwen@", "indirect", ()),
        ("glm-nightjob", "enabled", ()),
        ("glm-static", "static", ("wrapper.service",)),
        ("by-socket", "static", ("by-socket.socket",)),
        ("by-continuation", "static", ("continued.service",)),
        ("broken-llm", "bad", ()),
        ("linked-llm", "linked", ()),
        ("e2scrub_reap", "masked", ()),
    ],
)
def test_unit_starts_at_boot_by_what_wants_it(recorded, name, state, started_by):
    unit = recorded[f"{name}.service"]
    assert (unit.enabled_state, unit.started_by, unit.starts_at_boot) == (state, started_by, bool(started_by))


def test_every_word_is_the_one_that_systemd_says(recorded):
    words = dict(line.split() for line in (SAMPLES / "units_debian12_words.txt").read_text().splitlines())
    assert len(words) == 241
    assert {name: recorded[name].enabled_state for name in words} == words


def test_instances_of_templates_are_found_though_no_file_names_them(recorded):
    assert [unit.name for unit in recorded.named("qwen@.service")] == ["qwen@.service", "qwen@8000.service"]


def test_running_state_and_process_are_read(recorded):
    unit = recorded["glm-cluster.service"]
    assert (unit.active, unit.main_pid, unit.exec_start) == ("active", 4321, "/usr/bin/sleep 1000")
    assert [one.name for one in recorded.failed] == ["glm-embeddings.service"]
    assert recorded["qwen@8000.service"].restarts == 7


def test_stale_units_are_named_with_what_starts_them(recorded):
    declared = ["glm-proxy.service", "glm-embeddings.service", "glm-nightjob", "rerank", "qwen@.service"]
    assert stale.starting_at_boot(recorded, declared) == (
        "glm-proxy.service is started at boot by nightly-llm.timer",
        "glm-nightjob.service is enabled, for a target outside the default boot",
        "rerank.service (alias of glm-reranker.service) is started at boot by multi-user.target",
        "qwen@8000.service is started at boot by multi-user.target",
    )


def test_stale_units_that_run_are_named(recorded):
    assert stale.active(recorded, ["glm-cluster.service", "glm-proxy.service", "qwen@.service"]) == (
        "glm-cluster.service is active (running)",
        "qwen@8000.service is activating (auto-restart)",
    )


def test_broken_unit_is_neither_absent_nor_disabled(recorded):
    assert stale.broken(recorded, ["broken-llm.service", "glm-proxy.service"]) == (
        "broken-llm.service: its unit file is broken",
    )


def graph(links, directives=""):
    return BootGraph(unit_files(links, directives)).started_by()


DEFAULT = "/usr/lib/systemd/system/default.target\tmulti-user.target\n"


def test_an_alias_in_a_wants_folder_starts_the_unit_behind_it():
    links = DEFAULT + (
        "/etc/systemd/system/glm.service\t/etc/systemd/system/vllm-cluster.service\n"
        "/etc/systemd/system/multi-user.target.wants/glm.service\t/etc/systemd/system/vllm-cluster.service\n"
    )
    assert graph(links)["vllm-cluster.service"] == ("multi-user.target",)


def test_a_masked_unit_starts_by_nothing():
    links = DEFAULT + (
        "/etc/systemd/system/a.service\t/dev/null\n"
        "/etc/systemd/system/multi-user.target.wants/a.service\t/usr/lib/systemd/system/a.service\n"
    )
    assert "a.service" not in graph(links)


def test_a_dependency_can_be_cut_by_a_link_to_nowhere():
    links = DEFAULT + (
        "/etc/systemd/system/multi-user.target.wants/a.service\t/dev/null\n"
        "/usr/lib/systemd/system/multi-user.target.wants/a.service\t../a.service\n"
    )
    assert "a.service" not in graph(links)


def test_an_instance_hands_its_name_on():
    links = (
        DEFAULT + "/etc/systemd/system/multi-user.target.wants/x@7.service\t/etc/systemd/system/x@.service\n"
    )
    directives = "/etc/systemd/system/x@.service\tWants=y-%i.service\n"
    assert graph(links, directives)["y-7.service"] == ("x@7.service",)


def test_a_file_in_etc_hides_the_vendors():
    directives = (
        "/etc/systemd/system/multi-user.target\t\n"
        "/usr/lib/systemd/system/multi-user.target\tWants=vendor.service\n"
        "/usr/lib/systemd/system/multi-user.target.d/more.conf\tWants=extra.service\n"
    )
    assert graph(DEFAULT, directives) == {"multi-user.target": (), "extra.service": ("multi-user.target",)}


def test_aliases_in_a_circle_end():
    links = "/etc/systemd/system/a.service\tb.service\n/etc/systemd/system/b.service\ta.service\n"
    assert BootGraph(unit_files(links, "")).real("a.service") in {"a.service", "b.service"}


def test_what_is_masked_or_enabled_under_run_ends_with_the_boot():
    links = DEFAULT + (
        "/run/systemd/system/a.service\t/dev/null\n"
        "/etc/systemd/system/multi-user.target.wants/a.service\t/usr/lib/systemd/system/a.service\n"
        "/run/systemd/system/multi-user.target.wants/b.service\t/usr/lib/systemd/system/b.service\n"
        "/run/systemd/generator/local-fs.target.wants/c.service\t/usr/lib/systemd/system/c.service\n"
    )
    files = unit_files(links, "/usr/lib/systemd/system/a.service\t\n/usr/lib/systemd/system/b.service\t\n")
    words = [state_of(f"{name}.service", files) for name in "abc"]
    assert words == ["masked-runtime", "enabled-runtime", "enabled-runtime"]
    assert BootGraph(files).started_by() == {"multi-user.target": (), "a.service": ("multi-user.target",)}


def test_a_silent_systemd_is_not_an_empty_one():
    with pytest.raises(CannotTell, match="Host is down"):
        units.parse(Reading(0, "@@ active\n@@ services\n", "Failed to connect to bus: Host is down\n"))


def test_no_systemctl_is_said():
    with pytest.raises(ToolMissing):
        units.parse(Reading(127, ""))


def test_no_links_is_not_no_dependencies():
    with pytest.raises(NotUnderstood):
        units.parse(Reading(0, "@@ active\na.service loaded active running A\n@@ links\n@@ directives\n"))


def test_words_with_exit_codes():
    found = is_enabled.parse_text((SAMPLES / "systemd_is_enabled_states_and_rc.txt").read_text())
    starting = {one.unit for one in found if one.starts_at_boot}
    assert len(found) == 11
    assert starting == {"gpucluster-head.service", "qwen@9020.service", "talk.service"}
    assert {one.unit for one in found if one.ends_at_reboot} == {"infer-v1.service", "console.service"}


def test_bad_message_names_the_broken_lines():
    (found,) = is_enabled.parse_text((SAMPLES / "systemd_is_enabled_broken_unit.txt").read_text())
    assert (found.unit, found.state, found.broken_lines) == ("qwen-gateway.service", "bad", (4, 9))
    assert found.starts_at_boot is None
