"""Dialogues as rows of tokens: packed one after the other, so that long contexts are learnt too."""

from collections.abc import Iterator
from random import Random

import torch
from tokenizers import Tokenizer

from launch.lab.model.corpus import draw
from launch.lab.model.dialogue import pieces

NOT_LEARNT = -100
"""The label that the loss leaves out."""


def tokens(rng: Random, tokenizer: Tokenizer) -> Iterator[tuple[int, int]]:
    """(token, label) without end, dialogue after dialogue."""
    while True:
        for piece in pieces(draw(rng)):
            for token in tokenizer.encode(piece.text).ids:
                yield token, token if piece.learnt else NOT_LEARNT


def batches(rng: Random, tokenizer: Tokenizer, rows: int, length: int) -> Iterator[dict[str, torch.Tensor]]:
    """Batches of `rows` x `length` tokens; every row begins with a new dialogue."""
    while True:
        table = [
            [pair for pair, _ in zip(tokens(rng, tokenizer), range(length), strict=False)]
            for _ in range(rows)
        ]
        batch = torch.tensor(table)
        yield {"input_ids": batch[..., 0], "labels": batch[..., 1]}
