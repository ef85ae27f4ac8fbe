"""Dialogues as rows of tokens, one after the other; each sees itself only and counts from its own start."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from random import Random

import torch
from tokenizers import Tokenizer

from launch.lab.model.corpus import draw
from launch.lab.model.dialogue import pieces

Shape = tuple[int, int]
"""Rows, and tokens in a row."""
Token = tuple[int, int, int, int]
"""Itself, its label, the number of its dialogue, its place in that."""
NOT_LEARNT = -100
"""The label that the loss leaves out."""


def labelled(rng: Random, tokenizer: Tokenizer) -> list[tuple[int, int]]:
    """One dialogue: tokens, each with its label."""
    said = (
        (token, piece.learnt) for piece in pieces(draw(rng)) for token in tokenizer.encode(piece.text).ids
    )
    return [(token, token if learnt else NOT_LEARNT) for token, learnt in said]


def tokens(rng: Random, tokenizer: Tokenizer) -> Iterator[Token]:
    """Dialogue after dialogue, without end."""
    dialogue = 0
    while True:
        for place, (token, label) in enumerate(labelled(rng, tokenizer)):
            yield token, label, dialogue, place
        dialogue += 1


def batches(rng: Random, tokenizer: Tokenizer, shapes: Sequence[Shape]) -> Iterator[dict[str, torch.Tensor]]:
    """Batches of each shape in turn, without end; every row begins with a new dialogue."""
    for rows, length in cycle(shapes):
        table = torch.tensor([list(islice(tokens(rng, tokenizer), length)) for _ in range(rows)])
        token, label, dialogue, place = table.unbind(-1)
        same = dialogue[:, None, :, None] == dialogue[:, None, None, :]
        yield {"input_ids": token, "labels": label, "position_ids": place, "attention_mask": same.tril()}
