from pathlib import Path

import pytest

from inventory.errors import CannotTell, NotUnderstood
from probes.facts import kernel_log
from probes.facts.kernel_log import KernelLog
from probes.facts.reading import Reading
from probes.facts.xid import Severity, xid
from probes.judgements.kernel_log import faults, physical_ports, remarks

SAMPLES = Path(__file__).parent / "samples"


def log(name):
    return kernel_log.parse(Reading(0, (SAMPLES / name).read_text()))


def test_xids_of_every_spelling():
    events = log("dmesg_nvrm_no_adapter_ray_of_xids.txt").events
    assert [f"{event.xid.bus}:{event.xid.code}" for event in events] == [
        "0000:19:00:79",
        "0000:5f:00:79",
        "0000:3b:1c:63",
        "0000:3b:00:64",
        "000d:01:00:31",
        "0000:d6:00:43",
        "0000:d6:00:13",
        "0000:f3:00:119",
        "0000:5f:00:94",
        "0007:01:00:154",
        "0006:01:00:149",
    ]


@pytest.mark.parametrize(
    ("severity", "codes"),
    [
        (Severity.FATAL, [79, 79, 64, 119, 154, 149]),
        (Severity.WARNING, [31, 13, 94]),
        (Severity.NOTE, [63, 43]),
    ],
)
def test_xids_weigh_by_what_they_end(severity, codes):
    events = log("dmesg_nvrm_no_adapter_ray_of_xids.txt").events
    assert [event.xid.code for event in events if event.severity is severity] == codes


def test_process_of_an_xid_is_unknown_or_named():
    by_code = {e.xid.code: e.xid for e in log("dmesg_nvrm_no_adapter_ray_of_xids.txt").events}
    assert (by_code[31].pid, by_code[31].process) == (50228, "VLLM::Worker_TP")
    assert (by_code[13].pid, by_code[13].process) == (None, None)
    assert (by_code[63].pid, by_code[63].process) == (3318, None)


def test_recovery_action_decides_about_154():
    line = "NVRM: Xid (PCI:0009:01:00): 154, GPU recovery action changed from 0x2 (Node Reboot Required) to 0x0 (None)"
    assert xid(line).severity is Severity.NOTE


def test_clean_up_names_its_cause_and_its_bus():
    assert faults(log("xid45_caused_by_previous.txt")) == (
        "Xid 145 on 0000:2c:00 (seen as 45): Ch 0000000b caused by previous Xid 145",
        "Xid 149 on 0000:ab:00 (seen as 45): Ch 00000003 caused by previous Xid 149",
        "Xid 145 on 0000:6e:00 (seen as 45): Ch 00000013 caused by previous Xid 145",
    )


def test_benign_memory_line_of_gb10_is_counted_and_fails_nothing():
    read = log("dmesg_gb10_nv_err_no_memory.txt")
    assert faults(read) == ()
    assert remarks(read) == ("NV_ERR_NO_MEMORY, which good starts print too (2×)",)


def test_mismatch_of_driver_over_four_lines_is_one_event():
    (event,) = log("dmesg_nvrm_api_mismatch.txt").events
    assert (event.fields["client"], event.fields["module"]) == ("575.57.08", "575.51.03")
    assert event.at_s == 88.140275


def test_limited_pcie_names_device_and_bottleneck():
    (event,) = log("dmesg_pcie_limited.txt").events
    assert (event.fields["device"], event.fields["limiting_link"]) == ("0000:b3:00.0", "0000:b2:01.0")
    assert float(event.fields["available_gbps"]) * 2 == float(event.fields["capable_gbps"])
    assert event.severity is Severity.WARNING


def test_one_cable_is_one_port_that_is_up():
    (port,) = physical_ports(log("dmesg_cx7_cable_plug.txt"))
    assert (port.function, port.is_up) == ("01:00.1", True)
    assert port.devices == ("enp1s0f1np1", "rocep1s0f1", "enP2p1s0f1np1")


def test_an_oom_kill_is_one_event_with_its_cgroup():
    kills = [event for event in log("oom_kills.txt").events if event.kind == "oom_kill"]
    assert [(e.fields["pid"], e.fields["process"], e.fields["cgroup"]) for e in kills] == [
        ("7070", "VLLM::Worker_TP", "/docker/c7d1f0a2b3c4"),
        ("8080", "make", "/user.slice"),
    ]


def test_machine_checks_weigh_by_their_words():
    checks = [event.severity for event in log("oom_kills.txt").events if event.kind == "machine_check"]
    assert checks == [Severity.FATAL, Severity.WARNING]


def of_shared_kernel(started_s):
    return KernelLog(log("oom_kills.txt").events, 9000.0, started_s, ("/",))


def test_on_a_shared_kernel_only_kills_in_own_containers_count():
    found = faults(of_shared_kernel(2000.0), ["c7d1f0a2b3c4"])
    assert found == (
        "out of memory: killed VLLM::Worker_TP (pid 7070) in /docker/c7d1f0a2b3c4",
        "machine_check: {1}[Hardware Error]: event severity: fatal",
    )


def test_on_a_shared_kernel_what_is_older_than_the_node_does_not_count():
    assert faults(of_shared_kernel(5000.0), ["c7d1f0a2b3c4"]) == ()


def test_on_its_own_kernel_a_node_answers_for_all():
    assert len(faults(of_shared_kernel(0.1))) == 3


def test_a_log_that_may_not_be_read_is_not_a_clean_one():
    with pytest.raises(CannotTell, match="neither dmesg nor journalctl"):
        kernel_log.parse(Reading(0, "@@ node\n1\n1\n100\n@@ cgroups\n/\n@@ log\n@@ denied\n"))


def test_a_clean_log_is_clean():
    read = kernel_log.parse(Reading(0, "@@ node\n90.5\n250\n100\n@@ cgroups\n/init.scope\n@@ log\n"))
    assert (read.events, read.node_started_s, read.cgroups) == ((), 2.5, ("/",))


def test_other_text_is_no_kernel_log():
    with pytest.raises(NotUnderstood):
        kernel_log.parse(Reading(0, "hello\nworld\n"))
