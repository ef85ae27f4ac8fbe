from pathlib import Path

import pytest

from inventory.errors import NotUnderstood, TimedOut
from probes.facts import (
    TABLE,
    access,
    clock,
    identity,
    limits,
    listeners,
    memory,
    packages,
    processes,
    storage,
)
from probes.facts.limits import Limits, ProcessLimits
from probes.facts.reading import Reading
from probes.judgements import host
from probes.judgements import memory as memory_judgement

SAMPLES = Path(__file__).parent / "samples"

IDENTITY = """\
@@ os
PRETTY_NAME="Ubuntu 24.04.2 LTS"
ID=ubuntu
VERSION_ID="24.04"
@@ uname
6.11.0-1016-nvidia
aarch64
spark-7
@@ boot
0f9d5c1e-7d1b-4f8e-9b0a-3f6f4c2a1b00
4000.50
150000
100
@@ reboot
required
linux-image-6.11.0-1017-nvidia
linux-base
linux-base
"""


def read(name):
    return Reading(0, (SAMPLES / name).read_text())


def test_identity_counts_from_the_nodes_own_start():
    found = identity.parse(Reading(0, IDENTITY))
    assert (found.os_id, found.os_version, found.architecture) == ("ubuntu", "24.04", "aarch64")
    assert (found.kernel_uptime_s, found.uptime_s) == (4000.5, 2500.5)
    assert found.reboot_packages == ("linux-image-6.11.0-1017-nvidia", "linux-base")


def test_systems_that_differ_are_named_by_subject():
    one, other = (identity.parse(Reading(0, IDENTITY.replace("1016", kernel))) for kernel in ("1016", "1018"))
    assert host.system_differences({"a": one, "b": one}) == {}
    assert host.system_differences({"a": one, "b": other}) == {
        "kernel": {"a": "6.11.0-1016-nvidia", "b": "6.11.0-1018-nvidia"}
    }


CHRONY = "A29FC801,162.159.200.1,3,1796092951.1,0.00001,-0.00002,0.00003,-4.1,0.001,0.02,0.01,0.002,64.2,{}\n"


@pytest.mark.parametrize(
    ("timedatectl", "chrony", "expected"),
    [
        ("NTP=yes\nNTPSynchronized=yes\n", "", (True, "timedatectl")),
        ("NTP=no\nNTPSynchronized=no\n", "", (False, "timedatectl")),
        ("NTPSynchronized=no\n", CHRONY.format("Normal"), (True, "chrony")),
        ("", CHRONY.format("Not synchronised"), (False, "chrony")),
        ("", "", (None, None)),
    ],
)
def test_clock_knows_who_keeps_it(timedatectl, chrony, expected):
    text = f"@@ date\n1796092951.174078000\n@@ timedatectl\n{timedatectl}@@ chrony\n{chrony}"
    found = clock.parse(Reading(0, text))
    assert (found.synchronised, found.service) == expected


def test_clocks_are_as_far_apart_as_the_outermost():
    clocks = {
        name: clock.Clock(epoch_s, True, "chrony")
        for name, epoch_s in [("a", 10.0), ("b", 12.5), ("c", 11.0)]
    }
    assert host.clocks_apart_s(clocks) == 2.5


def test_page_cache_counts_as_available_and_is_named():
    found = memory.parse(read("meminfo_gb10.txt"))
    assert found.total_gib == pytest.approx(121.69, abs=0.01)
    assert found.cached_gib == pytest.approx(60.61, abs=0.01)
    assert memory_judgement.shortfall(found, memory_judgement.needed_gib(found, 0.85)) == ()


def test_memory_that_does_not_suffice_is_said_with_the_cache():
    found = memory.parse(read("meminfo_gb10.txt"))
    assert memory_judgement.shortfall(found, 115.0) == (
        "112.5 GiB available of 121.7, 115.0 needed (page cache 60.6 GiB, counted as available)",
    )


def test_a_path_lies_on_the_nearest_mount_above_it():
    found = storage.parse(read("df.txt"))
    assert found.holding("/models/Qwen/x").device == "/dev/nvme1n1"
    assert found.holding("/models with blank/x").device == "//nas/my models"
    assert found.holding("/modelsX").path == "/"


def test_full_file_systems_are_named_by_bytes_and_by_inodes():
    found = storage.parse(read("df.txt"))
    assert host.without_room(found, ["/", "/var/lib/docker", "/run/x", "/models"]) == (
        "/ has 0.1% of its bytes free (0.5 GiB)",
        "/run has 0.1% of its inodes free (6.1 GiB)",
    )


LIMITS = """\
Limit                     Soft Limit           Hard Limit           Units
Max locked memory         8388608              {memlock}            bytes
Max open files            1024                 {nofile}             files
"""


def test_limits_of_docker_are_told_from_the_shells():
    text = (
        f"@@ shell\n{LIMITS.format(memlock=8388608, nofile=20000)}"
        f"@@ dockerd\n{LIMITS.format(memlock='unlimited', nofile=1048576)}"
        "@@ shm\nFilesystem 1024-blocks Used Available Capacity Mounted on\ntmpfs 33554432 0 33554432 0% /dev/shm\n"
    )
    found = limits.parse(Reading(0, text))
    assert found.processes["shell"] == ProcessLimits(8388608, 20000)
    assert found.processes["dockerd"] == ProcessLimits(None, 1048576)
    assert found.shm_gib == 32.0
    assert host.limits_too_small(found, None, 65536, 16.0) == ()


def test_limits_that_are_too_small_are_named():
    found = Limits({"shell": ProcessLimits(65536, 1024)}, 0.0625)
    assert host.limits_too_small(found, None, 65536, 16.0) == (
        "shell: 65536 bytes of locked memory, wanted unlimited",
        "shell: 1024 open files, wanted 65536",
        "shared memory: 0.1 GiB, wanted 16.0",
    )


def test_listeners_of_ss():
    found = listeners.parse(read("listeners_ss.txt"))
    assert [(one.address, one.port, one.process, one.pid) for one in found] == [
        ("0.0.0.0", 22, "sshd", 311),
        ("::", 22, "sshd", 311),
        ("127.0.0.53", 53, "systemd-resolve", 201),
        ("::1", 631, None, None),
        ("192.168.200.12", 6379, "gcs_server", 5200),
        ("*", 30000, "python3", 5151),
    ]
    assert [one.port for one in found if one.is_on_all_interfaces] == [22, 22, 30000]
    assert [one.port for one in found if one.is_on_loopback] == [53, 631]


def test_listeners_of_proc():
    found = listeners.parse(read("proc_net_tcp.txt"))
    assert [(one.address, one.port) for one in found] == [("::1", 631), ("192.168.200.12", 6379)]


def test_nothing_listening_is_an_answer():
    assert listeners.parse(Reading(0, "")) == ()


@pytest.mark.parametrize(
    ("sudo", "granted", "root"),
    [
        ("0", True, True),
        ("sudo: a password is required\n1", False, False),
        ("sh: sudo: not found\n127", False, False),
    ],
)
def test_access_says_what_is_granted(sudo, granted, root):
    text = f"@@ user\naurora\n1000\naurora docker\n@@ docker\n27.5.1\n0\n@@ sudo\n{sudo}\n"
    found = access.parse(Reading(0, text))
    assert (found.user, found.groups, found.docker.granted) == ("aurora", ("aurora", "docker"), True)
    assert (found.sudo.granted, found.may_act_as_root) == (granted, root)


def test_processes_know_their_container_and_unit():
    found = processes.parse(read("processes.txt"))
    assert 2 not in found
    assert found[5151].container_id.startswith("c7d1f0a2")
    assert found[6000].unit == "glm-proxy.service"
    assert found[5301].is_zombie
    assert found[5151].arguments == "python3 -m vllm serve --api-key *** --port 30000"
    assert [one.pid for one in found.lineage(5301)] == [5301, 5300, 5151, 401, 1]


def test_packages():
    assert packages.parse(Reading(0, "docker.io|27.5.1-0ubuntu3\nlibnvidia-ml.so|1:2~3\n")) == {
        "docker.io": "27.5.1-0ubuntu3",
        "libnvidia-ml.so": "1:2~3",
    }


@pytest.mark.parametrize(
    "name",
    ["access", "clock", "identity", "limits", "listeners", "memory", "processes", "storage"],
)
def test_unknown_output_and_a_deadline_are_said(name):
    with pytest.raises(NotUnderstood):
        TABLE[name].parse(Reading(0, "what is this\n"))
    with pytest.raises(TimedOut):
        TABLE[name].parse(Reading(None, ""))
