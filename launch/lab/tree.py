"""The files that make a host out of the shared root file system: pure, path -> content and mode."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from launch.lab import places, stale
from launch.lab.host import EXTERNAL_GATEWAY, EXTERNAL_INTERFACE, FABRIC_INTERFACE, FABRIC_MTU, HOSTS, Host

MODEL = "models/Qwen3.5-tiny"
MASKED = (
    "apt-daily.timer",
    "apt-daily-upgrade.timer",
    "dpkg-db-backup.timer",
    "e2scrub_all.timer",
    "e2scrub_reap.service",
    "fstrim.timer",
    "console-getty.service",
    "container-getty@.service",
    "systemd-resolved.service",
    "systemd-update-utmp.service",
    "systemd-update-utmp-runlevel.service",
    "systemd-hwdb-update.service",
    "modprobe@.service",
    "sys-kernel-debug.mount",
    "sys-kernel-tracing.mount",
    "sys-kernel-config.mount",
    "sys-fs-fuse-connections.mount",
    "dev-hugepages.mount",
)
NETWORK = """\
[Match]
Name={interface}

[Link]
MTUBytes={mtu}
RequiredForOnline=no-carrier:routable

[Network]
Address={address}
{route}ConfigureWithoutCarrier=yes
LinkLocalAddressing=no
IPv6AcceptRA=no
LLMNR=no
"""


@dataclass(frozen=True)
class File:
    """A file's text and permissions."""

    text: str
    mode: int = 0o644


@dataclass(frozen=True)
class Link:
    """A symbolic link."""

    target: str


@dataclass(frozen=True)
class Keys:
    """Private keys `host` and `own`, which hosts use among themselves; public ones that may log in."""

    host: str
    own: str
    authorized: str
    known_hosts: str


def of(host: Host, machine_id: str, keys: Keys) -> dict[str, File | Link]:
    """Everything written into a host before its first boot; paths are relative to its root."""
    return {
        "etc/hostname": File(f"{host.name}\n"),
        "etc/machine-id": File(f"{machine_id}\n", 0o444),
        "etc/hosts": File(hosts_text()),
        "etc/resolv.conf": File("options timeout:1 attempts:1\n"),
        "etc/ssh/ssh_host_ed25519_key": File(keys.host, 0o600),
        "etc/ssh/sshd_config.d/firstlight.conf": File(_file("sshd.conf")),
        "opt/python/.keep": File(""),
        "root/.ssh/authorized_keys": File(keys.authorized, 0o600),
        "root/.ssh/id_ed25519": File(keys.own, 0o600),
        "root/.ssh/known_hosts": File(keys.known_hosts),
        "etc/docker/daemon.json": File(_file("daemon.json")),
        "etc/firstlight-simulated": File(_file("simulated")),
        "usr/lib/firstlight/remount-cgroups": File(_file("remount-cgroups"), 0o755),
        "etc/systemd/system/firstlight-cgroups.service": File(_file("firstlight-cgroups.service")),
        "usr/bin/nvidia-smi": File(_file("nvidia-smi"), 0o755),
        **_simulated_gpu(),
        **_networks(host),
        **_stale(host),
        "etc/systemd/system/default.target": Link("/lib/systemd/system/multi-user.target"),
        **_enabled("firstlight-cgroups.service", "sysinit.target"),
        **_enabled("systemd-networkd.service", "multi-user.target", "/lib/systemd/system"),
        **_enabled("systemd-networkd-wait-online.service", "network-online.target", "/lib/systemd/system"),
        **{f"etc/systemd/system/{unit}": Link("/dev/null") for unit in MASKED},
    }


def hosts_text() -> str:
    """/etc/hosts: every look-up that the pair needs is answered without a name server."""
    lines = ("127.0.0.1 localhost", *(f"{host.fabric.ip} {host.name}" for host in HOSTS))
    return "".join(f"{line}\n" for line in lines)


def write(root: Path, entries: Mapping[str, File | Link]) -> None:
    """Writes entries below `root`, with the model beside them."""
    for name, entry in entries.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(entry, Link):
            path.symlink_to(entry.target)
        else:
            path.write_text(entry.text)
            path.chmod(entry.mode)
    shutil.copytree(places.WEIGHTS, root / MODEL)


def network_text(interface: str, address: str, mtu: int, gateway: str | None) -> str:
    """A systemd.network file."""
    route = f"Gateway={gateway}\n" if gateway else ""
    return NETWORK.format(interface=interface, address=address, mtu=mtu, route=route)


def _simulated_gpu() -> dict[str, File | Link]:
    folder = places.FILES.parent / "simulated_gpu"
    return {
        f"usr/lib/firstlight/launch/lab/simulated_gpu/{path.name}": File(path.read_text())
        for path in folder.glob("*.py")
    }


def _networks(host: Host) -> dict[str, File | Link]:
    fabric = network_text(FABRIC_INTERFACE, str(host.fabric), FABRIC_MTU, None)
    external = network_text(EXTERNAL_INTERFACE, str(host.external), 1500, EXTERNAL_GATEWAY)
    return {
        "etc/systemd/network/10-fabric.network": File(fabric),
        "etc/systemd/network/20-external.network": File(external),
    }


def _stale(host: Host) -> dict[str, File | Link]:
    entries: dict[str, File | Link] = {stale.SERVER.lstrip("/"): File(_file("server.pl"))}
    for service in stale.services(host):
        entries[f"etc/systemd/system/{service.unit}"] = File(stale.unit_text(service))
        entries |= _enabled(service.unit, "multi-user.target")
    return entries


def _enabled(unit: str, target: str, folder: str = "/etc/systemd/system") -> dict[str, File | Link]:
    return {f"etc/systemd/system/{target}.wants/{unit}": Link(f"{folder}/{unit}")}


def _file(name: str) -> str:
    return (places.FILES / name).read_text()
