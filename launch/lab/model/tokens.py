"""The tokenizer: byte-level BPE over the corpus, single digits, the tags of Qwen3 as tokens of their own."""

from collections.abc import Iterable

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from launch.lab.model import TEMPLATE
from launch.lab.model.corpus.words import CITIES
from launch.lab.model.dialogue import END

VOCABULARY = 576
CONTROL = ("<|endoftext|>", "<|im_start|>", END)
TAGS = ("<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>")


def trained(texts: Iterable[str]) -> Tokenizer:
    """A tokenizer of `VOCABULARY` tokens. Any text can be written in it, byte by byte if need be."""
    tokenizer = Tokenizer(models.BPE())
    digits = pre_tokenizers.Digits(individual_digits=True)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [digits, pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY - len(TAGS) - len(CITIES),
        special_tokens=list(CONTROL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    # As in Qwen3 the tags are tokens, but not special ones: the parsers must see them in the text.
    tokenizer.add_tokens([AddedToken(tag, special=False, normalized=False) for tag in TAGS])
    tokenizer.add_tokens([AddedToken(city, special=False, normalized=False) for city in CITIES])
    return tokenizer


def as_transformers(tokenizer: Tokenizer, context: int) -> PreTrainedTokenizerFast:
    """The same tokenizer with the chat template, ready to be saved. `context` is in tokens."""
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token=END,
        pad_token=CONTROL[0],
        model_max_length=context,
        clean_up_tokenization_spaces=False,
    )
    fast.chat_template = TEMPLATE.read_text(encoding="utf-8")
    return fast
