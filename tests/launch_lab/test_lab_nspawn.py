import shlex
from pathlib import Path

from launch.lab import nspawn
from launch.lab.host import HOSTS

LAYERS = nspawn.Layers(Path("/cache/root"), Path("/disk/spark 1"))


def test_a_host_boots_in_its_own_namespaces_with_the_engine_read_only():
    options = nspawn.arguments(HOSTS[0], {Path("/cache/engine-1"): Path("/opt/engine")})
    assert "--network-namespace-path=/run/netns/fl-spark-1" in options
    assert "--bind-ro=/cache/engine-1:/opt/engine" in options
    assert "--bind=/var/lib/firstlight-lab/spark-1/docker:/var/lib/docker" in options


def test_the_script_ends_by_becoming_nspawn():
    lines = nspawn.script(LAYERS, ("--boot",)).splitlines()
    assert shlex.split(lines[-1])[:2] == ["exec", "systemd-nspawn"]
    assert shlex.split(lines[-1])[-2:] == ["--directory=/disk/spark 1/root", "--boot"]


def test_paths_with_blanks_stay_one_word():
    overlay = next(line for line in nspawn.script(LAYERS, ()).splitlines() if "overlay" in line)
    assert "lowerdir=/cache/root,upperdir=/disk/spark 1/upper,workdir=/disk/spark 1/work" in shlex.split(
        overlay
    )


def test_mounts_stay_inside_and_the_host_dies_with_its_keeper():
    command = nspawn.confined("true")
    assert command[:3] == ("setpriv", "--pdeathsig", "KILL")
    assert command[command.index("--propagation") + 1] == "slave"
    assert command[-3:] == ("sh", "-ec", "true")


def test_a_program_with_children_gets_a_process_namespace():
    assert {"--pid", "--kill-child"} < set(nspawn.mortal(("mmdebstrap",)))


def test_layers_are_made(tmp_path):
    layers = nspawn.Layers(Path("/lower"), tmp_path / "host")
    layers.make()
    assert sorted(path.name for path in layers.folder.iterdir()) == ["root", "upper", "work"]
