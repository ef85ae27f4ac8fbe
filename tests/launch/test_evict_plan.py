import shlex

from hypothesis import given
from hypothesis import strategies as st

from launch.found import Found, NodeFound
from launch.plan import down_steps, evict_steps
from probes.facts.units import Unit, Units


def ids(steps):
    return [step.id for step in steps]


def test_nothing_is_planned_where_nothing_is_stale(cluster, found, box):
    assert evict_steps(cluster, found(apple=(box("database"),))) == ()


def test_units_go_before_containers_and_all_is_confirmed(cluster, found, box, active):
    steps = evict_steps(cluster, found(apple=(box("old_box"),), units=(active("old.service"),)))
    assert ids(steps) == [f"evict/{what}/apple" for what in ("units", "containers", "gone", "memory")]
    assert steps[1].needs == ("evict/units/apple",)
    assert steps[2].needs == ("evict/units/apple", "evict/containers/apple")


def test_units_are_disabled_as_well_as_stopped(cluster, found, active):
    step = evict_steps(cluster, found(units=(active("old.service"),)))[0]
    assert step.command == "systemctl disable --now old.service"
    assert step.undo == "systemctl enable old.service && systemctl start old.service"


def test_a_unit_that_is_enabled_and_stopped_is_not_started_by_the_undo(cluster, found, active):
    unit = Unit("old.service", "loaded", "inactive", "dead", "enabled", True)
    assert evict_steps(cluster, found(units=(unit,)))[0].undo == "systemctl enable old.service"


def test_a_unit_declared_without_its_suffix_is_found(cluster, found, active):
    assert "older.service" in evict_steps(cluster, found(units=(active("older.service"),)))[0].command


def test_our_own_older_container_is_removed_only_when_replacing(cluster, found, own):
    seen = found(apple=(own("abc"),))
    assert "docker rm --force server" in evict_steps(cluster, seen)[0].command
    assert evict_steps(cluster, seen, replace=False) == ()


def test_down_removes_only_what_bears_the_label(cluster, found, own, box):
    steps = down_steps(cluster, found(apple=(own(), box("old_box")), pear=(box("server"),)))
    assert [(s.node, s.command) for s in steps] == [("apple", "docker rm --force server")]


def test_down_takes_our_unit_away_before_the_container(cluster, found, own):
    unit = Unit("firstlight-orchard.service", "loaded", "active", "running", "enabled", True)
    command = down_steps(cluster, found(apple=(own(),), units=(unit,)))[0].command
    assert command.index("systemctl disable --now firstlight-orchard.service") < command.index("docker rm")
    assert "rm -f /etc/systemd/system/firstlight-orchard.service" in command


NAMES = st.text(st.characters(exclude_characters="\0\n", exclude_categories=["Cs"]), min_size=1, max_size=12)


@given(boxes=st.lists(NAMES, max_size=4), units=st.lists(NAMES, max_size=4))
def test_only_what_is_declared_or_labelled_is_ever_touched(cluster_text, boxes, units, make_box):
    cluster = cluster_text
    seen = Found(
        {
            "apple": NodeFound(
                Units((n, Unit(n, "loaded", "active", "running", "enabled", True)) for n in units),
                tuple(make_box(n) for n in boxes),
            )
        }
    )
    allowed = {
        "systemctl",
        "disable",
        "--now",
        "docker",
        "rm",
        "--force",
        "old.service",
        "older.service",
        "old_box",
    }
    changing = [step for step in (*evict_steps(cluster, seen), *down_steps(cluster, seen)) if step.changes]
    assert {word for step in changing for word in shlex.split(step.command)} <= allowed


@given(name=NAMES)
def test_hostile_names_stay_single_words(cluster_text, name, make_box):
    stale = cluster_text.stale.model_copy(update={"containers": (name,), "units": ()})
    cluster = cluster_text.model_copy(update={"stale": stale})
    step = evict_steps(cluster, Found({"apple": NodeFound(Units(), (make_box(name),))}))[0]
    assert shlex.split(step.command) == ["docker", "rm", "--force", name]
