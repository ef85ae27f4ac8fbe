"""`python -m probes roofline MODEL`: the memory's roof over a model's decoding."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from inventory.errors import BadInput, FirstlightError
from probes.roofline.config import shape_of
from probes.roofline.roof import roof_of
from probes.roofline.tensors import tensors_in
from probes.roofline.traffic import Traffic, declared_traffic, traffic_by_config, traffic_by_tensors

Model = Annotated[Path | None, typer.Argument(help="folder with config.json (and safetensors)")]
Active = Annotated[float | None, typer.Option(help="GB read per token, where no model is at hand")]
Bandwidth = Annotated[float | None, typer.Option("--bandwidth-gb-s", help="memory bandwidth of a device")]
Gpu = Annotated[str, typer.Option(help="product as nvidia-smi names it, for its data sheet's bandwidth")]
Devices = Annotated[int, typer.Option("--tensor-parallel", min=1, help="devices that share the weights")]
Streams = Annotated[int, typer.Option(min=1, help="concurrent streams")]
Context = Annotated[int, typer.Option(min=0, help="tokens of context in each stream")]
Measured = Annotated[
    float | None, typer.Option("--measured-tok-s", help="a measured figure to set beside it")
]


def roofline(  # noqa: PLR0917 - typer reads the options from the signature
    model: Model = None,
    active_gb: Active = None,
    bandwidth: Bandwidth = None,
    gpu: Gpu = "",
    devices: Devices = 1,
    streams: Streams = 1,
    context: Context = 0,
    measured: Measured = None,
) -> None:
    """Say in a sentence what one decoding step reads and how fast that can be at most."""
    try:
        traffic = _traffic(model, active_gb)
        roof = roof_of(traffic, devices=devices, gpu_model=gpu, declared_bandwidth_gb_s=bandwidth)
    except FirstlightError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(error.exit_status) from error
    typer.echo(roof.sentence(streams, context, measured))


def _traffic(model: Path | None, active_gb: float | None) -> Traffic:
    if (model is None) == (active_gb is None):
        raise BadInput("a model's folder or --active-gb", "both or neither", "give one of them")
    if active_gb is not None:
        return declared_traffic(active_gb)
    assert model is not None
    shape = shape_of(_config_in(model))
    tensors = tensors_in(model)
    return traffic_by_tensors(shape, tensors) if tensors else traffic_by_config(shape)


def _config_in(folder: Path) -> dict[str, Any]:
    try:
        config = json.loads((folder / "config.json").read_bytes())
    except (OSError, ValueError) as error:
        raise BadInput(f"config.json in {folder}", str(error), "name a model's folder") from error
    return config if isinstance(config, dict) else {}
