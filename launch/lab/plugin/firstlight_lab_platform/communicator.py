"""Tensor-parallel traffic through Gloo, whatever the ranks call their shared memory."""

from vllm.distributed.device_communicators.cpu_communicator import CpuCommunicator


class FabricCommunicator(CpuCommunicator):  # type: ignore[misc]  # vLLM is in its own venv
    """Ranks on two hosts agree on a name for a shared memory that they do not share."""

    def _all_group_ranks_share_shm_group_name(self) -> bool:
        return False
