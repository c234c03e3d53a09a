"""A GGUF's list of tokens, checked, and what each kind of tokenizer makes of it. Knows no kind by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tokenizers import Tokenizer, processors

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.gguf_file import GgufFile

CONTROL, USER_DEFINED = 3, 4


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The tokens by id, with the file's word for the kind of each (all 0 where it has none)."""

    tokens: tuple[str, ...]
    kinds: tuple[int, ...]

    def of_kind(self, kind: int) -> set[int]:
        """The ids of all tokens of a kind."""
        return {index for index, found in enumerate(self.kinds) if found == kind}


@dataclass(frozen=True, slots=True)
class Backend:
    """A tokenizer without its added tokens. ``spelled``: the tokens as its vocabulary writes them.

    ``strips_after``: the ids of added tokens that swallow the white space behind them.
    """

    tokenizer: Tokenizer
    spelled: tuple[str, ...]
    bos_by_default: bool
    post_processor: processors.PostProcessor | None = None
    strips_after: frozenset[int] = frozenset()


def read_vocabulary(file: GgufFile, vocab_size: int) -> Vocabulary:
    """Raises BadModelFile."""
    tokens = file.texts("tokenizer.ggml.tokens")
    if not 0 < len(tokens) <= vocab_size:
        raise damaged(file, f"it has {len(tokens)} tokens for an embedding of {vocab_size}")
    check_different(file, tokens)
    kinds = file.integers("tokenizer.ggml.token_type") or [0] * len(tokens)
    if len(kinds) != len(tokens):
        raise damaged(file, "not every token has a type")
    return Vocabulary(tuple(tokens), tuple(kinds))


def check_different(file: GgufFile, tokens: Iterable[str]) -> None:
    """Raises BadModelFile: of two equal tokens only one could ever be found."""
    listed = list(tokens)
    if len(set(listed)) != len(listed):
        raise damaged(file, "a token comes twice")


def read_merges(file: GgufFile, known: dict[str, int]) -> list[tuple[str, str]]:
    """The merges in the file's order, each of tokens and into one. Raises BadModelFile."""
    merges = []
    for merge in file.texts("tokenizer.ggml.merges"):
        left, _, right = merge.partition(" ")
        if left not in known or right not in known or left + right not in known:
            raise damaged(file, "it merges pieces that are not tokens")
        merges.append((left, right))
    return merges


def damaged(file: GgufFile, why: str) -> BadModelFile:
    """The refusal of a tokenizer that contradicts itself."""
    return BadModelFile(f"The tokenizer in {file.path.name} is damaged: {why}.", "Get or copy the file again.")
