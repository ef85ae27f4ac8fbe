import pytest

from inventory.errors import CannotTell, NotUnderstood, TimedOut, ToolMissing
from probes.facts import gpu_driver, gpu_processes, gpus, nvml
from probes.facts.gpu import ErrorCounts, GpuProcess, RemappedRows
from probes.facts.reading import Reading
from probes.parse import parsed

H200 = "GPU-7a7a7a7a-1b1b-2c2c-3d3d-4e4e4e4e4e4e"


def fields(thing, *names):
    return tuple(getattr(thing, name) for name in names)


def test_gb10_table_says_nothing_of_memory_and_that_is_normal(sample):
    found = parsed("gpus", sample("nvsmi_gb10_table_580_126"))
    gpu = found[0]
    assert (len(found), gpu.name, gpu.bus, found.driver) == (
        1,
        "NVIDIA GB10",
        "0000000F:01:00.0",
        "580.95.05",
    )
    assert fields(gpu, "temperature_c", "performance_state", "power_w", "utilization_percent") == (
        41,
        "P8",
        4,
        0,
    )
    assert (
        fields(gpu, "power_cap_w", "memory_total_mib", "memory_used_mib", "ecc_uncorrected", "mig")
        == (None,) * 5
    )
    assert found.faults == ()


def test_consumer_card_with_a_display(sample):
    found = parsed("gpus", sample("nvsmi_550_rtx_display_on"))
    gpu = found[0]
    assert fields(gpu, "name", "bus", "display_active", "persistence") == (
        "NVIDIA GeForce RTX 4080",
        "00000000:0B:00.0",
        True,
        False,
    )
    assert fields(gpu, "fan_percent", "power_w", "power_cap_w", "memory_used_mib", "memory_total_mib") == (
        30,
        27,
        200,
        377,
        16376,
    )
    assert (found.cuda, gpu.ecc_uncorrected) == ("12.4", None)


def test_an_unreadable_cell_is_noted_and_breaks_nothing(sample):
    first, second = parsed("gpus", sample("nvsmi_v100_power_err_transient"))
    assert fields(first, "index", "power_w", "power_cap_w", "temperature_c", "unreadable") == (
        2,
        None,
        250,
        33,
        ("power",),
    )
    assert fields(first, "memory_used_mib", "memory_total_mib", "ecc_uncorrected") == (598, 16160, 0)
    assert fields(second, "index", "power_w", "unreadable") == (3, 38, ())


def test_memory_of_csv_may_be_unknown(sample):
    text = sample("nvsmi_gb10_query_all_memory_na")
    (gpu,) = parsed("gpus", text)
    assert fields(gpu, "memory_free_mib", "memory_total_mib", "memory_used_mib") == (None, None, None)
    assert [(p.pid, p.used_mib) for p in parsed("gpu_processes", text)] == [(2877, 174), (8125, 97344)]


def test_looped_rows_are_samples_of_one_gpu(sample):
    found = parsed("gpus", sample("nvsmi_gb10_query_header_units"))
    assert [row.utilization_percent for row in found.samples] == [0, 1, 0, 96, 94]
    assert [row.temperature_c for row in found.samples] == [40, 40, 40, 43, 44]
    assert {row.memory_used_mib for row in found.samples} == {None}
    assert found.gpus == found.samples[-1:]
    assert found[0].timestamp == "2026/07/02 09:14:12.117"


@pytest.mark.parametrize(
    ("name", "cause", "bus"),
    [
        ("nvsmi_no_driver", "nvsmi-no-driver", None),
        ("nvml_mismatch_smi", "nvml-mismatch", None),
        ("nvsmi_device_handle_unknown_error", "gpu-device-handle", "0000:6f:00.0"),
        ("nvsmi_gpu_is_lost_reboot", "gpu-device-handle", "0000:95:00.0"),
        ("nvsmi_none_found", "gpu-none-found", None),
    ],
)
def test_errors_have_their_cause(sample, name, cause, bus):
    found = parsed("gpus", sample(name))
    assert [(fault.cause, fault.bus) for fault in found.faults] == [(cause, bus)]
    assert found.gpus == ()


def test_mismatch_names_the_loaded_module(sample):
    (fault,) = parsed("gpus", sample("nvml_mismatch_smi")).faults
    assert (fault.module_version, fault.library_version) == ("535.230.02", None)


def test_errors_come_on_stdout_with_another_status(sample):
    assert gpus.parse(Reading(9, sample("nvsmi_no_driver"))).faults[0].cause == "nvsmi-no-driver"


def test_a_library_that_is_missing_is_no_missing_tool():
    reading = Reading(
        127, "", "nvidia-smi: error while loading shared libraries: libnvidia-ml.so.1: cannot open"
    )
    assert gpus.parse(reading).faults[0].cause == "nvml-library-missing"


@pytest.mark.parametrize("parse", [gpus.parse, gpu_processes.parse], ids=["gpus", "processes"])
@pytest.mark.parametrize(
    ("reading", "error"),
    [(Reading(None, ""), TimedOut), (Reading(127, ""), ToolMissing), (Reading(139, ""), NotUnderstood)],
)
def test_no_answer_is_told_apart(parse, reading, error):
    with pytest.raises(error):
        parse(reading)


def test_processes_of_a_driver_that_fails_cannot_be_told(sample):
    with pytest.raises(CannotTell, match="communicate"):
        gpu_processes.parse(Reading(9, sample("nvsmi_no_driver")))


def test_an_unknown_column_is_no_answer(sample):
    with pytest.raises(NotUnderstood, match="bogus"):
        parsed("gpus", sample("nvsmi_unknown_column"))


def test_mig_instances_take_two_lines_each(sample):
    found = parsed("gpus", sample("nvsmi_mig_devices_table"))
    assert [
        fields(
            mig,
            "gpu",
            "gpu_instance",
            "compute_instance",
            "device",
            "memory_used_mib",
            "memory_total_mib",
            "ecc_uncorrected",
        )
        for mig in found.mig
    ] == [(0, 3, 0, 0, 10944, 19968, 0), (0, 5, 0, 1, 17216, 19968, 0), (3, 3, 0, 0, 866, 19968, 0)]


def test_pending_row_remap(sample):
    (gpu,) = parsed("gpus", sample("nvsmi_q_row_remap_pending"))
    assert gpu.remapped == RemappedRows(correctable=2, uncorrectable=0, pending=True, failure=False)
    assert gpu.ecc_volatile == ErrorCounts(0, 0, 57, 0)
    assert gpu.ecc_uncorrected == 0


def test_h200_table(sample):
    found = parsed("gpus", sample("h200_smi"))
    gpu = found[0]
    assert fields(gpu, "name", "uuid", "memory_used_mib", "memory_total_mib", "mig") == (
        "NVIDIA H200",
        H200,
        0,
        143771,
        False,
    )
    assert parsed("gpu_processes", sample("h200_smi")) == ()


def test_h200_busy_csv(sample):
    (gpu,) = parsed("gpus", sample("h200_busy"))
    assert fields(gpu, "memory_used_mib", "memory_free_mib", "power_w", "sm_clock_mhz") == (
        21114,
        122043,
        111.84,
        1980,
    )
    assert fields(gpu, "pcie_generation", "pcie_width", "persistence", "mig", "throttle_reasons") == (
        5,
        16,
        True,
        False,
        (),
    )
    assert parsed("gpu_processes", sample("h200_busy")) == (GpuProcess(425, "python3", 21105, H200, "C"),)


@pytest.mark.parametrize("name", ["h200_q", "h200_busy.xml"])
def test_outline_and_xml_say_the_same_of_what_does_not_move(sample, name):
    (gpu,) = parsed("gpus", sample(name))
    assert fields(gpu, "name", "bus", "driver", "gsp_firmware", "memory_total_mib") == (
        "NVIDIA H200",
        "00000000:00:06.0",
        "580.126.09",
        "580.126.09",
        143771,
    )
    assert fields(gpu, "power_cap_w", "max_sm_clock_mhz", "pcie_width", "pcie_width_max", "ecc_enabled") == (
        700,
        1980,
        16,
        16,
        True,
    )
    assert gpu.remapped == RemappedRows(0, 0, pending=False, failure=False)
    assert fields(gpu, "temperature_margin_c", "recovery_action", "fan_percent") == (
        gpu.temperature_margin_c,
        "None",
        None,
    )
    assert gpu.temperature_margin_c > 0


def test_idle_is_a_reason_to_clock_down(sample):
    assert parsed("gpus", sample("h200_q"))[0].throttle_reasons == ("gpu_idle",)
    assert parsed("gpus", sample("h200_more_columns"))[0].throttle_reasons == ("gpu_idle",)


@pytest.mark.parametrize(
    ("name", "pid"), [("h200_busy.xml", 518), ("h200_busy_table", 429), ("h200_pids", 429)]
)
def test_processes_in_every_format(sample, name, pid):
    (process,) = parsed("gpu_processes", sample(name))
    assert fields(process, "pid", "name", "used_mib", "type") == (pid, "python3", 1634, "C")


def test_csv_and_table_of_one_reading_are_joined(sample):
    csv = "gpu_uuid, pid, process_name, used_gpu_memory [MiB]\nGPU-8b8b8b8b, 429, /usr/bin/python3, a b, 1634 MiB\n"
    drawing = "|    0   N/A  N/A            2712      G   /usr/lib/xorg/Xorg                       18MiB |\n"
    found = gpu_processes.parse(Reading(0, csv + sample("h200_busy_table") + drawing))
    assert found == (
        GpuProcess(429, "/usr/bin/python3, a b", 1634, "GPU-8b8b8b8b", "C"),
        GpuProcess(2712, "/usr/lib/xorg/Xorg", 18, "0", "G"),
    )


def test_listing_gives_names_and_uuids(sample):
    (gpu,) = parsed("gpus", sample("h200_list"))
    assert (gpu.index, gpu.name, gpu.uuid[:12]) == (0, "NVIDIA H200", "GPU-8b8b8b8b")


def test_module_version(sample):
    assert parsed("gpu_driver", sample("module_version")) == gpu_driver.GpuDriver("580.126.09", is_open=True)
    assert parsed("gpu_driver", "no module\n") == gpu_driver.GpuDriver(None)


def test_refused_nvml_calls_are_no_sizes(sample):
    found = nvml.parse(sample("nvml_gb10_raw_ctypes"))
    assert fields(found, "name", "driver", "memory_total_mib", "memory_used_mib") == (
        "NVIDIA GB10",
        "580.95.05",
        None,
        None,
    )
    assert (round(found.host_total_gib, 2), round(found.host_available_gib, 2)) == (121.72, 113.52)
    assert found.refused[0] == "nvmlDeviceGetMemoryInfo: NVML_ERROR_NOT_SUPPORTED"


def test_entities_are_refused():
    with pytest.raises(NotUnderstood):
        parsed("gpus", '<!DOCTYPE x [<!ENTITY a "b">]><nvidia_smi_log>&a;</nvidia_smi_log>')


def test_monitors(sample):
    text = sample("h200_busy")
    (row,) = parsed("gpu_samples", text)
    assert fields(row, "index", "power_w", "temperature_c", "utilization_percent", "sm_clock_mhz") == (
        0,
        199,
        52,
        100,
        1485,
    )
    pmon = text[text.index("# gpu         pid") : text.index("$ nvidia-smi dmon")]
    assert parsed("gpu_processes", pmon) == (GpuProcess(425, "python3", None, "0", "C"),)


def test_an_idle_monitor_lists_nobody():
    assert (
        parsed(
            "gpu_processes",
            "# gpu   pid  type  sm  command\n# Idx   #  C/G  %  name\n    0    -    -    -    -\n",
        )
        == ()
    )
