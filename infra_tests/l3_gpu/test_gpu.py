"""The GPUs are there, healthy, alike, and free for what is declared."""

from fixtures.deployed import engine_pids
from fixtures.marks import before_launch, gate, reboot, smoke
from fixtures.outcomes import declared
from probes.judgements import gpu, gpu_memory


@gate
@smoke
@reboot
def test_driver_answers(node):
    """nvidia-smi answers within its deadline and reports no failure.

    Remedy: dmesg for Xid lines; reboot when the driver hangs or the GPU fell off the bus.
    """
    assert gpu.driver_faults(node.facts.gpus) == ()


@gate
@smoke
@reboot
def test_declared_gpus_are_there(node, cluster):
    """The declared number of GPUs of the declared model.

    Remedy: nvidia-smi -L on the node; lspci shows whether the card is on the bus.
    """
    assert gpu.count_and_model(node.facts.gpus, cluster.gpu.per_node, cluster.gpu.model) == ()


def test_drivers_are_equal(nodes):
    """Driver, CUDA and firmware are the same on all nodes.

    Remedy: install the same driver package on every node and reboot.
    """
    assert gpu.differ({node.name: node.facts.gpus for node in nodes}) == ()


@smoke
def test_only_the_deployment_holds_gpu_memory(node, cluster):
    """Every compute process on the GPU belongs to the declared deployment.

    Remedy: the words name the process and its memory; end it, or declare what starts it under [stale].
    """
    assert gpu.foreign_processes(node.facts.gpu_processes, engine_pids(node, cluster)) == ()


@gate
@before_launch
def test_gpu_memory_is_free(node, cluster):
    """Before the launch the memory that the engine will take is free, by the right judge.

    Remedy: nvidia-smi lists who holds it; on unified memory the judge is MemAvailable.
    """
    facts, engine = node.facts, cluster.engine
    fraction = (engine.gpu_memory_utilization if engine else None) or 0.9
    floor_gib = cluster.memory.min_available_gib
    unified = cluster.gpu.unified_memory
    assert gpu_memory.shortages(facts.gpus, facts.memory, fraction, floor_gib, unified) == ()


def test_gpu_memory_is_healthy(node):
    """No uncorrected ECC error, no failed or pending row remapping.

    Remedy: reset the GPU for a pending remap; return a card whose remapping failed.
    """
    assert gpu.memory_health(node.facts.gpus) == ()


def test_gpu_modes_are_as_declared(node, cluster):
    """Persistence and MIG are as the cluster file says.

    Remedy: nvidia-smi -pm 1; nvidia-smi -mig 0, then reset the GPU.
    """
    modes = (cluster.gpu.persistence, cluster.gpu.mig)
    declared(None if modes == (None, None) else modes, "[gpu] persistence or mig")
    assert gpu.mode_faults(node.facts.gpus, *modes) == ()


def test_gpu_is_not_throttled(node):
    """No throttle reason that costs speed, no temperature at its limit.

    Remedy: airflow and power supply; a weak one shows as low clocks without any flag.
    """
    assert gpu.throttled(node.facts.gpus) + gpu.too_hot(node.facts.gpus) == ()
