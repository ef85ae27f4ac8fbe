import shlex
from pathlib import Path

from launch.lab import engine, image_store, pieces, shell


def test_the_engines_own_paths_lead_to_where_it_is_mounted():
    built = engine.Engine(Path("/cache/engine-1"), Path("/root/python 3.11"))
    assert pieces.linked(built) == {
        Path("/cache/engine-1"): Path("/opt/engine"),
        Path("/root/python 3.11"): Path("/opt/python"),
    }


def test_a_venv_of_the_systems_python_needs_no_other():
    built = engine.Engine(Path("/cache/engine-1"), Path("/usr"))
    assert pieces.linked(built) == {Path("/cache/engine-1"): Path("/opt/engine")}


def test_links_are_made_before_the_import():
    script = image_store.import_script({Path("/cache/my engine"): Path("/opt/engine")})
    assert "mkdir -p /links/cache; ln -s /opt/engine '/links/cache/my engine'" in script
    assert script.index("ln -s") < script.index("docker import")


def test_the_image_has_the_engine_first_on_its_path():
    line = next(line for line in image_store.import_script({}).splitlines() if "docker import" in line)
    changes = [word for word in shlex.split(line) if word.startswith("--change=ENV PATH=")]
    assert changes[0].startswith("--change=ENV PATH=/opt/engine/bin:")


def test_a_copied_store_shares_layers_and_nothing_else(tmp_path):
    store, target = tmp_path / "store", tmp_path / "host"
    for name in ("overlay2/l1/diff/library", "image/repositories.json", "containerd/meta.db"):
        (store / name).parent.mkdir(parents=True)
        (store / name).write_text(name)
    target.mkdir()
    shell.run_all(image_store.copied(store, target, image_store.layer_option(store, target)))
    shared = {
        path.relative_to(store).as_posix(): path.samefile(target / path.relative_to(store))
        for path in store.rglob("*")
        if path.is_file()
    }
    assert shared == {
        "overlay2/l1/diff/library": True,
        "image/repositories.json": False,
        "containerd/meta.db": False,
    }
