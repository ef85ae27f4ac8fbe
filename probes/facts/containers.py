"""Containers of a node, running or not, with what brings them back.

The command asks Docker for single fields: the values of environment variables may hold secrets and stay on
the node.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from probes.facts.docker import refusal, unanswered
from probes.facts.docker_json import MALFORMED, inspected
from probes.facts.reading import Fact, Reading
from probes.facts.secrets import masked

COMMAND = r"""
command -v docker >/dev/null || exit 127
ids=$(docker ps -aq --no-trunc) || exit 1
[ -z "$ids" ] || docker inspect --type container --format '{"Id":{{json .Id}},"Name":{{json .Name}},
"Image":{{json .Image}},"RestartCount":{{json .RestartCount}},"Path":{{json .Path}},"Args":{{json .Args}},
"State":{"Status":{{json .State.Status}},"Running":{{json .State.Running}},"Pid":{{json .State.Pid}},
"ExitCode":{{json .State.ExitCode}},"OOMKilled":{{json .State.OOMKilled}},"Error":{{json .State.Error}},
"StartedAt":{{json .State.StartedAt}},"FinishedAt":{{json .State.FinishedAt}}},
"Mounts":{{json .Mounts}},"Config":{"Image":{{json .Config.Image}},"Labels":{{json .Config.Labels}},
"Env":[{{range $i, $e := .Config.Env}}{{if $i}},{{end}}{{json (index (split $e "=") 0)}}{{end}}]},
"HostConfig":{{with .HostConfig}}{"NetworkMode":{{json .NetworkMode}},"IpcMode":{{json .IpcMode}},
"RestartPolicy":{{json .RestartPolicy}},"Runtime":{{json .Runtime}},"ShmSize":{{json .ShmSize}},
"Ulimits":{{json .Ulimits}},"Devices":{{json .Devices}},"CapAdd":{{json .CapAdd}},
"DeviceRequests":{{json .DeviceRequests}},"Memory":{{json .Memory}}}{{end}}}' $ids
true
"""
NEVER = "0001-01-01T00:00:00Z"
"""What Docker gives for a time that never came."""


@dataclass(frozen=True)
class Volume:
    """A path of the host (or a named volume's) inside a container."""

    source: str
    target: str
    is_read_only: bool


@dataclass(frozen=True)
class Container:
    """One container. `restart_policy` is `no`, `always`, `unless-stopped` or `on-failure`.

    `image_id` is the content id of the image it was made from, `image` the name that was asked for.
    `ulimits` maps a limit to its hard value, -1 for unlimited; times are Docker's, None for never.
    """

    name: str
    id: str
    image: str
    image_id: str
    running: bool
    status: str
    exit_code: int
    restart_policy: str
    restart_retries: int
    restart_count: int
    labels: Mapping[str, str]
    started_at: str | None
    finished_at: str | None
    pid: int | None
    oom_killed: bool
    error: str
    command: str
    environment_names: tuple[str, ...]
    mounts: tuple[Volume, ...]
    network_mode: str
    ipc_mode: str
    runtime: str
    shm_bytes: int | None
    memory_limit_bytes: int | None
    ulimits: Mapping[str, int]
    devices: tuple[str, ...]
    capabilities: tuple[str, ...]
    wants_gpu: bool

    @property
    def comes_back(self) -> bool:
        """Docker may start it by itself after a reboot.

        What was stopped by hand stays stopped under `unless-stopped`, but the fact does not show by whose
        hand it stopped; `on-failure` brings back what ended with an error.
        """
        return self.restart_policy in {"always", "unless-stopped", "on-failure"}


def parse(reading: Reading) -> tuple[Container, ...]:
    """Also reads what a plain `docker inspect` prints.

    Raises ToolMissing without docker, CannotTell when its daemon does not answer, NotUnderstood else.
    """
    reading.require("docker")
    if refusal(reading.stderr) is not None or refusal(reading.stdout) is not None:
        raise unanswered(reading, "the containers of the node")
    if reading.status != 0 and not reading.stdout.strip():
        raise reading.not_understood("docker inspect")
    try:
        return tuple(_container(one) for one in inspected(reading.stdout))
    except MALFORMED as error:
        raise reading.not_understood("docker inspect") from error


def _container(read: Mapping[str, Any]) -> Container:
    state, config, host = read["State"], read["Config"], read["HostConfig"]
    policy = host.get("RestartPolicy") or {}
    return Container(
        name=str(read["Name"]).removeprefix("/"),
        id=str(read["Id"]),
        image=str(config["Image"]),
        image_id=str(read["Image"]),
        running=state["Running"] is True,
        status=str(state["Status"]),
        exit_code=int(state["ExitCode"]),
        restart_policy=str(policy.get("Name") or "no"),
        restart_retries=int(policy.get("MaximumRetryCount") or 0),
        restart_count=int(read.get("RestartCount") or 0),
        labels={str(k): str(v) for k, v in (config.get("Labels") or {}).items()},
        started_at=_time(state.get("StartedAt")),
        finished_at=_time(state.get("FinishedAt")),
        pid=int(state.get("Pid") or 0) or None,
        oom_killed=state.get("OOMKilled") is True,
        error=str(state.get("Error") or ""),
        command=masked(" ".join(map(str, (read.get("Path") or "", *(read.get("Args") or ()))))),
        environment_names=tuple(str(v).partition("=")[0] for v in config.get("Env") or ()),
        mounts=tuple(_volume(mount) for mount in read.get("Mounts") or ()),
        **_host(host),
    )


def _host(host: Mapping[str, Any]) -> dict[str, Any]:
    limits = host.get("Ulimits") or ()
    return {
        "network_mode": str(host.get("NetworkMode") or ""),
        "ipc_mode": str(host.get("IpcMode") or ""),
        "runtime": str(host.get("Runtime") or ""),
        "shm_bytes": host.get("ShmSize"),
        "memory_limit_bytes": host.get("Memory") or None,
        "ulimits": {str(limit["Name"]): int(limit["Hard"]) for limit in limits},
        "devices": tuple(str(device["PathOnHost"]) for device in host.get("Devices") or ()),
        "capabilities": tuple(map(str, host.get("CapAdd") or ())),
        "wants_gpu": bool(host.get("DeviceRequests")) or host.get("Runtime") == "nvidia",
    }


def _volume(mount: Mapping[str, Any]) -> Volume:
    return Volume(str(mount.get("Source") or ""), str(mount["Destination"]), mount.get("RW") is False)


def _time(value: object) -> str | None:
    return None if value in {None, "", NEVER} else str(value)


FACTS = (Fact("containers", COMMAND, parse, timeout_s=8),)
