"""The CPU platform with a Ray device key, and with ranks that reach each other over the network only."""

import os
from typing import Any

from vllm.platforms.cpu import CpuPlatform

START_METHOD = "VLLM_WORKER_MULTIPROC_METHOD"
COMMUNICATOR = "firstlight_lab_platform.communicator.FabricCommunicator"


class LabPlatform(CpuPlatform):  # type: ignore[misc]  # vLLM is in its own venv
    """One rank a host. Ray nodes started with `--num-gpus 1` lend it their "GPU"."""

    ray_device_key = "GPU"

    @classmethod
    def check_and_update_config(cls, vllm_config: Any) -> None:
        """The CPU platform insists on spawn, which imports vLLM once more for the engine's process."""
        chosen = os.environ.get(START_METHOD, "spawn")
        super().check_and_update_config(vllm_config)
        os.environ[START_METHOD] = chosen

    @classmethod
    def get_device_communicator_cls(cls) -> str:
        return COMMUNICATOR
