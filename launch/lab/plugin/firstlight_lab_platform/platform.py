"""The CPU platform with a Ray device key, and with ranks that reach each other over the network only."""

from vllm.platforms.cpu import CpuPlatform

COMMUNICATOR = "firstlight_lab_platform.communicator.FabricCommunicator"


class LabPlatform(CpuPlatform):  # type: ignore[misc]  # vLLM is in its own venv
    """One rank a host. Ray nodes started with `--num-gpus 1` lend it their "GPU"."""

    ray_device_key = "GPU"

    @classmethod
    def get_device_communicator_cls(cls) -> str:
        return COMMUNICATOR
