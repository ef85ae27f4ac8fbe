"""Trains the virtual pair's model from nothing and writes `weights/`: `python -m launch.lab.model.train`.

Needs the engine venv's Python (torch, transformers). Same seed, same machine: same weights.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import torch
from transformers import GenerationConfig, Qwen3Config, Qwen3ForCausalLM

from launch.lab.model import WEIGHTS, manifest
from launch.lab.model.batches import batches
from launch.lab.model.corpus import draw
from launch.lab.model.dialogue import END, pieces
from launch.lab.model.tokens import VOCABULARY, as_transformers, trained

SEED = 20261130
CONTEXT = 4096
SHAPES = ((6, 448),) * 6 + ((2, 1344),)
"""Mostly short rows, and now and then a long context."""
PEAK_RATE, WARM_UP_STEPS = 4e-3, 50
SHARD_SIZE = "700KB"


def configuration(eos: int, pad: int) -> Qwen3Config:
    """0.86 M parameters; two key-value heads, so that two ranks can share it."""
    return Qwen3Config(
        vocab_size=VOCABULARY,
        hidden_size=128,
        intermediate_size=384,
        num_hidden_layers=4,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=32,
        max_position_embeddings=CONTEXT,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=eos,
        pad_token_id=pad,
    )


def fitted(model: Qwen3ForCausalLM, data: Iterator[dict[str, torch.Tensor]], steps: int) -> None:
    """AdamW, a warm-up and a cosine; prints the loss now and then."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, betas=(0.9, 0.98), weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, PEAK_RATE, total_steps=steps, pct_start=WARM_UP_STEPS / steps, final_div_factor=200
    )
    started = time.monotonic()
    for step, batch in enumerate(islice(data, steps), 1):
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        if step % 50 == 0 or step == steps:
            print(
                f"step {step}/{steps}: loss {loss.item():.4f}, {time.monotonic() - started:.0f} s", flush=True
            )


def saved(model: Qwen3ForCausalLM, folder: Path) -> None:
    """BF16 shards with their index, and how to generate from them."""
    model.to(torch.bfloat16).save_pretrained(folder, max_shard_size=SHARD_SIZE)
    eos = model.config.eos_token_id
    GenerationConfig(
        eos_token_id=eos, pad_token_id=model.config.pad_token_id, do_sample=False
    ).save_pretrained(folder)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--steps", type=int, default=4200)
    options.add_argument("--output", type=Path, default=WEIGHTS)
    chosen = options.parse_args()
    torch.manual_seed(SEED)
    rng = Random(SEED)  # noqa: S311  # a lesson, not a secret
    tokenizer = trained("".join(piece.text for piece in pieces(draw(rng))) for _ in range(4000))
    model = Qwen3ForCausalLM(configuration(tokenizer.token_to_id(END), 0))
    print(f"{sum(weight.numel() for weight in model.parameters()):,} parameters", flush=True)
    fitted(model, batches(rng, tokenizer, SHAPES), chosen.steps)
    chosen.output.mkdir(parents=True, exist_ok=True)
    as_transformers(tokenizer, CONTEXT).save_pretrained(chosen.output)
    saved(model, chosen.output)
    manifest.write(chosen.output)


if __name__ == "__main__":
    main()
