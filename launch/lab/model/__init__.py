"""The virtual pair's language model: a tiny Qwen3 that thinks, names itself, calls tools and adds.

`weights/` is what vLLM loads; `python -m launch.lab.model.train` (with the engine venv's Python) makes it
anew.
"""

from pathlib import Path

WEIGHTS = Path(__file__).parent / "weights"
TEMPLATE = Path(__file__).parent / "chat_template.jinja"
NAME = "Qwen3.5"
