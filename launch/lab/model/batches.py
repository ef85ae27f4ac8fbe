"""Dialogues as rows of tokens: packed one after the other, so that long contexts are learnt too."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from random import Random

import torch
from tokenizers import Tokenizer

from launch.lab.model.corpus import draw
from launch.lab.model.dialogue import pieces

Shape = tuple[int, int]
"""Rows, and tokens in a row."""
NOT_LEARNT = -100
"""The label that the loss leaves out."""


def tokens(rng: Random, tokenizer: Tokenizer) -> Iterator[tuple[int, int]]:
    """(token, label) without end, dialogue after dialogue."""
    while True:
        for piece in pieces(draw(rng)):
            for token in tokenizer.encode(piece.text).ids:
                yield token, token if piece.learnt else NOT_LEARNT


def batches(rng: Random, tokenizer: Tokenizer, shapes: Sequence[Shape]) -> Iterator[dict[str, torch.Tensor]]:
    """Batches of each shape in turn, without end; every row begins with a new dialogue."""
    for rows, length in cycle(shapes):
        table = [list(islice(tokens(rng, tokenizer), length)) for _ in range(rows)]
        batch = torch.tensor(table)
        yield {"input_ids": batch[..., 0], "labels": batch[..., 1]}
