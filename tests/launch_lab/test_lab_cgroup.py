import pytest

from launch.lab import cgroup


@pytest.fixture
def version_1(tmp_path):
    for controller in ("cpuset", "memory"):
        (tmp_path / controller).mkdir()
        (tmp_path / controller / "cgroup.procs").write_text("1\n")
    (tmp_path / "cpuset" / "cpuset.cpus").write_text("0-1\n")
    (tmp_path / "not-mounted").mkdir()
    (tmp_path / "cpu").symlink_to(tmp_path / "memory")
    return tmp_path


@pytest.fixture
def version_2(tmp_path):
    (tmp_path / "cgroup.procs").write_text("1\n")
    (tmp_path / "cgroup.subtree_control").write_text("")
    (tmp_path / "system.slice").mkdir()
    (tmp_path / "system.slice" / "cgroup.procs").write_text("2\n")
    return tmp_path


def test_version_1_has_a_hierarchy_per_controller(version_1):
    assert [path.name for path in cgroup.hierarchies(version_1)] == ["cpuset", "memory"]


def test_version_2_has_one(version_2):
    assert cgroup.hierarchies(version_2) == (version_2,)


def test_a_host_has_a_group_for_itself_and_one_for_its_keeper(version_1):
    cgroup.create("spark-1", version_1)
    for controller in ("cpuset", "memory"):
        parts = (version_1 / controller / "firstlight-lab" / "spark-1").iterdir()
        assert {part.name for part in parts if part.is_dir()} == {"keeper", "boot"}


def test_making_groups_again_changes_nothing(version_2):
    cgroup.create("spark-1", version_2)
    cgroup.create("spark-1", version_2)
    assert (version_2 / "firstlight-lab" / "spark-1" / "boot").is_dir()


def test_controllers_are_handed_down(version_2):
    cgroup.create("spark-1", version_2)
    assert (version_2 / "cgroup.subtree_control").read_text() == cgroup.CONTROLLERS[-1]


def test_joining_names_every_hierarchy(version_1):
    words = cgroup.joining("spark-1", cgroup.BOOT, version_1)
    assert words.count("echo $$ >") == 2
    assert f"{version_1}/memory/firstlight-lab/spark-1/boot/cgroup.procs" in words


def test_members_are_found_at_any_depth(version_1):
    cgroup.create("spark-1", version_1)
    boot = version_1 / "memory" / "firstlight-lab" / "spark-1" / "boot"
    (boot / "docker").mkdir()
    (boot / "docker" / "cgroup.procs").write_text("11\n12\n")
    (boot.parent / "keeper" / "cgroup.procs").write_text("7\n")
    assert cgroup.members("", version_1) == {7, 11, 12}
    assert cgroup.members("spark-1/keeper", version_1) == {7}


def test_without_a_lab_there_are_no_members(version_2):
    assert cgroup.members("", version_2) == frozenset()
