"""Bandwidth over bytes: the tokens per second that memory alone allows."""

from dataclasses import dataclass

from inventory.errors import CannotTell
from probes.roofline.traffic import Traffic, declared_traffic

BANDWIDTH_GB_S = {
    "NVIDIA GB10": 273.0,
    "NVIDIA H200": 4800.0,
    "NVIDIA H100 80GB HBM3": 3350.0,
    "NVIDIA A100-SXM4-80GB": 2039.0,
    "NVIDIA RTX PRO 6000 Blackwell Workstation Edition": 1792.0,
}
"""By product as nvidia-smi names it; the vendors' data sheets. Others are declared in the cluster file."""


@dataclass(frozen=True)
class Roof:
    """What one step reads over all devices (GB), over how many devices, at which bandwidth each (GB/s)."""

    traffic: Traffic
    devices: int
    bandwidth_gb_s: float
    bandwidth_source: str

    def tok_s(self, streams: int = 1, context: int = 0) -> float:
        """Aggregate tokens per second at most: every device reads its share, all at once."""
        per_device_gb = self.traffic.step_gb(streams, context) / self.devices
        return streams * self.bandwidth_gb_s / per_device_gb

    def sentence(self, streams: int = 1, context: int = 0, measured_tok_s: float | None = None) -> str:
        """The roof in words and, where given, the measured figure under it."""
        step_gb = self.traffic.step_gb(streams, context)
        roof = self.tok_s(streams, context)
        at = f" at {streams} streams" if streams > 1 else ""
        split = (
            f", {step_gb / self.devices:.3g} GB on each of {self.devices} devices" if self.devices > 1 else ""
        )
        words = (
            f"A decoding step{at} reads {step_gb:.3g} GB{split} ({self.traffic.source}); "
            f"{self.bandwidth_gb_s:g} GB/s ({self.bandwidth_source}) allow {_short(roof)} tok/s"
        )
        if measured_tok_s is None:
            return f"{words}."
        return (
            f"{words}, and {_short(measured_tok_s)} were measured: {measured_tok_s / roof:.0%} of the roof."
        )


def _short(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 1000 else f"{figure:.3g}"


def roof_of(
    traffic: Traffic, *, devices: int, gpu_model: str = "", declared_bandwidth_gb_s: float | None = None
) -> Roof:
    """The declared bandwidth before the table's. Raises CannotTell where neither knows the device."""
    if declared_bandwidth_gb_s is not None:
        return Roof(traffic, devices, declared_bandwidth_gb_s, "declared")
    if gpu_model not in BANDWIDTH_GB_S:
        remedy = "declare gpu.memory_bandwidth_gb_s in the cluster file"
        raise CannotTell("the memory bandwidth of the device", f"{gpu_model!r}, not in the table", remedy)
    return Roof(traffic, devices, BANDWIDTH_GB_S[gpu_model], f"data sheet of {gpu_model}")


def declared_roof(
    active_gb_per_token: float,
    *,
    devices: int,
    gpu_model: str = "",
    declared_bandwidth_gb_s: float | None = None,
) -> Roof:
    """Where only `active_gb_per_token` is declared."""
    traffic = declared_traffic(active_gb_per_token)
    return roof_of(
        traffic, devices=devices, gpu_model=gpu_model, declared_bandwidth_gb_s=declared_bandwidth_gb_s
    )
