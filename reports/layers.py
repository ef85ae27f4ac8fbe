"""The layers, lowest first, and which of them each mode covers (DESIGN.md, "Modes")."""

from typing import Final

LAYERS: Final = (
    "l0_reach",
    "l1_host",
    "l2_network",
    "l3_gpu",
    "l4_ray",
    "l5_engine",
    "l6_api",
    "l7_performance",
)
COVERED: Final = {"deploy": LAYERS, "verify": LAYERS, "smoke": LAYERS[:7], "reboot": LAYERS[:7]}
MODES: Final = tuple(COVERED)


def rank(layer: str) -> int:
    """The layer's place from below; a layer of somebody's own stands above all of ours."""
    return LAYERS.index(layer) if layer in LAYERS else len(LAYERS)
