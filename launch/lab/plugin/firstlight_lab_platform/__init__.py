"""vLLM's CPU build under Ray on several hosts: a platform plugin for the virtual pair.

vLLM finds it by the entry point group `vllm.platform_plugins`; this module imports nothing of vLLM, as
vLLM is still choosing its platform when it loads it.
"""

PLATFORM = "firstlight_lab_platform.platform.LabPlatform"


def register() -> str:
    """The qualified name of the platform class."""
    return PLATFORM
