import pytest

from probes.facts.gpu import Gpu, GpuProcess, Gpus, RemappedRows
from probes.facts.memory import Memory
from probes.judgements import gpu, gpu_memory
from probes.parse import parsed

GB10 = Gpu(index=0, name="NVIDIA GB10")
H200 = Gpu(index=0, name="NVIDIA H200", memory_total_mib=102400, memory_used_mib=20480)


def memory(available_gib, cached_gib=60.0):
    return Memory(120.0, available_gib, 10.0, cached_gib, 0, 0, 0)


def of(*cards, **more):
    return Gpus(gpus=cards, **more)


def test_declared_cards():
    assert gpu.count_and_model(of(GB10), 1, "NVIDIA GB10") == ()
    assert gpu.count_and_model(of(GB10), 1, None) == ()


def test_cards_that_are_not_declared():
    assert gpu.count_and_model(of(), 1, "NVIDIA GB10") == ("0 GPUs, declared 1",)
    assert gpu.count_and_model(of(H200), 1, "NVIDIA GB10") == ("GPU 0 is NVIDIA H200, declared NVIDIA GB10",)


def test_what_the_driver_says_instead(sample):
    (words,) = gpu.driver_faults(parsed("gpus", sample("nvsmi_no_driver")))
    assert words.startswith("nvsmi-no-driver: NVIDIA-SMI has failed")


def test_versions_that_differ_name_every_node():
    one, other = of(GB10, driver="580.95.05", cuda="13.0"), of(GB10, driver="580.126.09", cuda="13.0")
    assert gpu.differ({"a": one, "b": one}) == ()
    assert gpu.differ({"a": one, "b": other}) == ("driver differs: a 580.95.05, b 580.126.09",)


def test_firmware_that_differs():
    one, other = of(Gpu(index=0, gsp_firmware="1")), of(Gpu(index=0, gsp_firmware="2"))
    assert gpu.differ({"a": one, "b": other}) == ("GSP firmware differs: a 1, b 2",)


def test_foreign_processes_are_named_with_their_memory():
    ours, theirs = GpuProcess(7, "VLLM::Worker", 96210, "0", "C"), GpuProcess(8, "python3", 4096, "0", "C")
    desktop, game = GpuProcess(9, "Xorg", 18, "0", "G"), GpuProcess(10, "game", 6000, "0", "G")
    silent = GpuProcess(11, "x", None, "0", "C")
    assert gpu.foreign_processes([ours, theirs, desktop, game, silent], {7}) == (
        "pid 8 (python3) holds 4096 MiB",
        "pid 10 (game) holds 6000 MiB",
        "pid 11 (x) holds an unknown share",
    )


def test_a_pending_remap_is_named_corrected_errors_are_not(sample):
    (words,) = gpu.memory_health(parsed("gpus", sample("nvsmi_q_row_remap_pending")))
    assert "ecc-remap-pending" in words
    assert gpu.memory_health(parsed("gpus", sample("h200_q"))) == ()


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (Gpu(index=0, ecc_uncorrected=2), "GPU 0: 2 uncorrected ECC errors"),
        (
            Gpu(index=0, remapped=RemappedRows(failure=True)),
            "GPU 0: a row could not be remapped: no spare is left",
        ),
        (Gpu(index=0, recovery_action="Reset"), "GPU 0: the driver asks for: Reset"),
    ],
    ids=["ecc", "remap", "recovery"],
)
def test_sick_memory(card, words):
    assert gpu.memory_health(of(card)) == (words,)


def test_modes_that_are_not_told_or_not_declared_do_not_count():
    card = Gpu(index=0, persistence=False, mig=None)
    assert gpu.mode_faults(of(card), persistence=None, mig=True) == ()
    assert gpu.mode_faults(of(card), persistence=True, mig=True) == (
        "GPU 0: persistence is False, declared True",
    )


def test_only_costly_reasons_throttle():
    assert gpu.throttled(of(Gpu(index=0, throttle_reasons=("gpu_idle", "sw_power_cap")))) == ()
    assert gpu.throttled(of(Gpu(index=0, throttle_reasons=("hw_slowdown", "gpu_idle")))) == (
        "GPU 0 is slowed down: hw_slowdown",
    )


@pytest.mark.parametrize(
    ("card", "is_hot"),
    [
        (Gpu(index=0, temperature_c=90), False),
        (Gpu(index=0, temperature_c=39, temperature_margin_c=49), False),
        (Gpu(index=0, temperature_c=88, temperature_margin_c=0), True),
        (Gpu(index=0, temperature_c=92, slowdown_temperature_c=92), True),
        (Gpu(index=0, temperature_c=91, slowdown_temperature_c=92), False),
    ],
    ids=["no limit", "cool", "no margin", "at the limit", "below it"],
)
def test_heat_is_judged_by_the_cards_own_limit(card, is_hot):
    assert bool(gpu.too_hot(of(card))) == is_hot


def test_a_busy_card_at_a_low_clock_is_weak():
    busy = {"index": 0, "utilization_percent": 96.0, "max_sm_clock_mhz": 3003}
    assert gpu.weak_under_load([Gpu(**busy, sm_clock_mhz=2405)]) == ()
    assert gpu.weak_under_load([Gpu(**busy)]) == ()
    assert gpu.weak_under_load([Gpu(**busy, sm_clock_mhz=611)]) == (
        "GPU 0 is busy at 611 MHz of 3003: see its power supply",
    )


def test_lanes():
    assert gpu.pcie_faults(of(Gpu(index=0, pcie_width=8, pcie_width_max=16), GB10)) == (
        "GPU 0 uses 8 PCIe lanes of 16",
    )


@pytest.mark.parametrize(
    ("card", "unified", "judge"),
    [
        (GB10, None, gpu_memory.Judge.HOST),
        (H200, None, gpu_memory.Judge.DEVICE),
        (H200, True, gpu_memory.Judge.HOST),
        (GB10, False, gpu_memory.Judge.HOST),
    ],
    ids=["silent", "tells", "tells and is unified", "silent though declared apart"],
)
def test_what_was_read_decides_the_judge(card, unified, judge):
    assert gpu_memory.judge(of(card), unified) is judge


def test_memory_of_the_host_where_the_card_is_silent():
    assert gpu_memory.shortages(of(GB10), memory(112), 0.85) == ()
    (words,) = gpu_memory.shortages(of(GB10), memory(60), 0.85)
    assert words == "60.0 GiB available of 120.0, 102.0 needed (page cache 60.0 GiB, counted as available)"


def test_a_declared_need_replaces_the_share():
    assert gpu_memory.shortages(of(GB10), memory(7), 0.85, min_available_gib=6) == ()


def test_memory_of_the_card_where_it_tells():
    assert gpu_memory.shortages(of(H200), memory(7), 0.8) == ()
    assert gpu_memory.shortages(of(H200), memory(7), 0.9) == (
        "GPU 0 (NVIDIA H200) has 80.0 GiB free, 90.0 needed",
    )


def test_a_unified_card_that_tells_is_judged_by_both():
    assert len(gpu_memory.shortages(of(H200), memory(7), 0.9, unified=True)) == 2
