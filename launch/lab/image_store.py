"""A /var/lib/docker that holds the engine's base image, made once: each host starts from a copy of it."""

import shlex
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from launch.lab import cache, nspawn, places, shell
from launch.lab.progress import Elapsed, Say

IMAGE = "firstlight-lab/engine:1"
VENV, PYTHON = Path("/opt/engine"), Path("/opt/python")
"""Where hosts and containers have the engine's venv and its Python, whatever their paths on the machine."""

STORE = "docker"
LAYERS = "overlay2"
REMOUNT = "remount-cgroups"
IMPORT_DEADLINE_S = 300
ENVIRONMENT = {
    "PATH": f"{VENV}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LD_LIBRARY_PATH": f"{PYTHON}/lib",
    "TORCHDYNAMO_DISABLE": "1",
    "OMP_NUM_THREADS": "1",
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "HF_HUB_OFFLINE": "1",
    "VLLM_NO_USAGE_STATS": "1",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_worker_niceness": "0",
    "RAY_AUTH_MODE": "disabled",
}
"""What the image settles for an engine on CPUs; the deployment's own settings are the cluster file's."""

SCRIPT = """\
sh /{remount}
mkdir /links
{links}
dockerd --bridge=none --iptables=false >/tmp/dockerd.log 2>&1 & daemon=$!
until docker version >/dev/null 2>&1; do
    kill -0 $daemon || {{ tail -n 5 /tmp/dockerd.log >&2; exit 1; }}
    sleep 0.1
done
mkdir /merged
mount -t overlay image -o lowerdir=/links:/image /merged
tar -c -C /merged . | docker import {changes} - {image}
kill $daemon
wait $daemon || true
"""


def ensure(root: Path, image: Path, links: Mapping[Path, Path], say: Say) -> Path:
    """The prepared store; `links`: path in the image -> where it points. Raises LabError."""
    script = import_script(links)
    recipe = f"{root}\n{image}\n{script}"
    made = cache.piece(
        "docker", recipe, lambda folder: _build(folder, root, image, script, Elapsed("image", say))
    )
    return made / STORE


def copied(store: Path, target: Path, layer_option: str) -> Iterator[tuple[str | Path, ...]]:
    """Commands that copy a store: its layers, which nobody writes to, by the option, the rest as it is."""
    yield ("cp", "--archive", layer_option, store / LAYERS, target / LAYERS)
    yield ("sh", "-c", 'cd "$1" && tar -c --exclude="./$3" . | tar -x -C "$2"', "sh", store, target, LAYERS)


def layer_option(store: Path, target: Path) -> str:
    """Hard links, where both are on one file system: a host's own copy then takes no time and no space."""
    return "--link" if store.stat().st_dev == target.stat().st_dev else "--reflink=auto"


def import_script(links: Mapping[Path, Path]) -> str:
    """Runs in a container over the hosts' root: dockerd, one import, and an orderly end."""
    changes = shlex.join(f"--change=ENV {name}={value}" for name, value in ENVIRONMENT.items())
    made = (_linking(Path(f"/links{path}"), target) for path, target in links.items())
    return SCRIPT.format(remount=REMOUNT, links="\n".join(made), changes=changes, image=IMAGE)


def _linking(path: Path, target: Path) -> str:
    return (
        f"{shlex.join(('mkdir', '-p', str(path.parent)))}; {shlex.join(('ln', '-s', str(target), str(path)))}"
    )


def container_options(folder: Path, image: Path, script: str) -> tuple[str, ...]:
    """systemd-nspawn's options for the container that runs the script."""
    return (
        "--as-pid2",
        "--private-network",
        "--machine=firstlight-image",
        f"--bind={folder / STORE}:/var/lib/docker",
        f"--bind-ro={image}:/image",
        f"--bind-ro={places.FILES / REMOUNT}:/{REMOUNT}",
        "sh",
        "-ec",
        script,
    )


def _build(folder: Path, root: Path, image: Path, script: str, elapsed: Elapsed) -> None:
    layers = nspawn.Layers(root, folder / "import")
    layers.make()
    (folder / STORE).mkdir()
    elapsed.say("importing")
    options = container_options(folder, image, script)
    shell.run(nspawn.confined(nspawn.script(layers, options)), timeout_s=IMPORT_DEADLINE_S)
    shutil.rmtree(layers.folder)
    elapsed.say("imported")
