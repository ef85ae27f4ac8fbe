import pytest

from launch.lab.simulated_gpu import program
from launch.lab.simulated_gpu.faults import NO_DRIVER, Faults
from launch.lab.simulated_gpu.processes import holding
from probes.facts import gpu_processes, gpus
from probes.facts.reading import Reading


@pytest.fixture
def faults(tmp_path, monkeypatch):
    monkeypatch.setattr(program, "holding", lambda also: ())
    return Faults(tmp_path)


@pytest.fixture
def proc(tmp_path):
    for pid, title, resident in (
        (7, "VLLM::EngineCore", 2048),
        (8, "bash", 4096),
        (9, "trainer", 512),
        (11, "ray::RayWorkerProc.run", None),
    ):
        folder = tmp_path / "proc" / str(pid)
        folder.mkdir(parents=True)
        (folder / "cmdline").write_bytes(f"{title}\0--option\0".encode())
        (folder / "status").write_text(f"Name:\tx\nVmRSS:\t{resident} kB\n" if resident else "Name:\tx\n")
    (tmp_path / "proc" / "self").mkdir()
    (tmp_path / "proc" / "12").mkdir()
    return tmp_path / "proc"


def said(capsys, *arguments, faults):
    status = program.main(arguments, faults)
    return status, capsys.readouterr().out


@pytest.mark.parametrize("arguments", [(), ("-q",), ("-q", "-x")])
def test_every_layout_is_read_as_one_idle_gb10(capsys, faults, arguments):
    status, output = said(capsys, *arguments, faults=faults)
    (gpu,) = gpus.parse(Reading(status, output, "")).gpus
    assert (gpu.name, gpu.driver, gpu.memory_total_mib) == ("NVIDIA GB10", "580.95.05", None)
    assert (gpu.temperature_c, gpu.performance_state, gpu.utilization_percent) == (41.0, "P8", 0.0)


def test_columns_are_answered_in_their_order(capsys, faults):
    query = "--query-gpu=name,memory.total,temperature.gpu,clocks.sm,no.such.field"
    _, output = said(capsys, query, "--format=csv", faults=faults)
    header, row = output.splitlines()
    assert header.startswith("name, memory.total [MiB], temperature.gpu")
    assert row == "NVIDIA GB10, [N/A], 41, 208 MHz, [N/A]"


def test_header_and_units_can_be_left_out(capsys, faults):
    arguments = ("--query-gpu=clocks.sm,pcie.link.width.current", "--format=csv,noheader,nounits")
    assert said(capsys, *arguments, faults=faults)[1] == "208, 1\n"


def test_engine_processes_hold_their_resident_memory(proc):
    assert [tuple(process) for process in holding((), proc)] == [(7, "VLLM::EngineCore", 2)]


def test_a_foreign_process_is_shown_when_asked_for(proc):
    assert [process.title for process in holding(("trainer",), proc)] == ["VLLM::EngineCore", "trainer"]


@pytest.mark.parametrize(
    "arguments",
    [(), ("-q", "-x"), ("--query-compute-apps=gpu_uuid,pid,process_name,used_memory", "--format=csv")],
)
def test_processes_are_read_from_every_layout(capsys, faults, proc, monkeypatch, arguments):
    monkeypatch.setattr(program, "holding", lambda also: holding(also, proc))
    status, output = said(capsys, *arguments, faults=faults)
    (process,) = gpu_processes.parse(Reading(status, output, ""))
    assert (process.pid, process.name, process.used_mib) == (7, "VLLM::EngineCore", 2)


def test_a_busy_gpu_is_warm(capsys, faults, proc, monkeypatch):
    monkeypatch.setattr(program, "holding", lambda also: holding(also, proc))
    _, output = said(capsys, "--query-gpu=pstate,utilization.gpu", "--format=csv,noheader", faults=faults)
    assert output == "P0, 94 %\n"


@pytest.mark.parametrize(
    ("name", "text", "answer"),
    [
        ("gone", "", (6, "No devices were found\n")),
        ("error", "GPU is lost", (9, "GPU is lost\n")),
        ("error", "", (9, f"{NO_DRIVER}\n")),
    ],
)
def test_faults_are_said_instead_of_an_answer(capsys, faults, name, text, answer):
    (faults.folder / name).write_text(text)
    assert said(capsys, "-q", "-x", faults=faults) == answer


def test_another_driver_and_other_values_are_shown(capsys, faults):
    (faults.folder / "driver").write_text("580.142\n")
    (faults.folder / "values").write_text("clocks.sm=611\ntemperature.gpu = 93\n")
    query = "--query-gpu=driver_version,clocks.current.sm,temperature.gpu"
    assert said(capsys, query, "--format=csv,noheader", faults=faults)[1] == "580.142, 611 MHz, 93\n"


def test_unknown_arguments_are_refused(capsys, faults):
    assert said(capsys, "--frobnicate", faults=faults)[0] == 2
