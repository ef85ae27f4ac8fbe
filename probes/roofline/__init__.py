"""The roof over decoding: bytes read per token against the memory's bandwidth; the bound in a sentence."""

from probes.roofline.bound import Evidence, bound_sentence
from probes.roofline.config import ModelShape, shape_of
from probes.roofline.roof import Roof, declared_roof, roof_of
from probes.roofline.traffic import Traffic, traffic_by_config, traffic_by_tensors

__all__ = [
    "Evidence",
    "ModelShape",
    "Roof",
    "Traffic",
    "bound_sentence",
    "declared_roof",
    "roof_of",
    "shape_of",
    "traffic_by_config",
    "traffic_by_tensors",
]
