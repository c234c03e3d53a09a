"""The tokenizer of a GGUF as Hugging Face files: byte-level BPE with the splits that each model family really uses.

Knows no weights. A split that is not in the table is refused: a borrowed one gives other tokens and quietly worse text.
Source: llama.cpp's src/llama-vocab.cpp for the names, the families' own tokenizer.json for the splits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.gguf_file import GgufFile

_CONTROL, _USER_DEFINED = 3, 4
_ENDS_OF_TURN = frozenset({"<|eot_id|>", "<|eom_id|>", "<|im_end|>", "<|end_of_text|>", "<|endoftext|>", "<|end|>"})
_LLAMA3_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_QWEN2_SPLIT = _LLAMA3_SPLIT.replace(r"\p{N}{1,3}", r"\p{N}")


@dataclass(frozen=True, slots=True)
class Splitting:
    """How a family cuts text before merging. ``whole_words_first``: a piece that is a token is taken unmerged."""

    pre_tokenizer: Callable[[], pre_tokenizers.PreTokenizer]
    whole_words_first: bool = False
    nfc: bool = False
    bos_by_default: bool = False


@dataclass(frozen=True, slots=True)
class TokenizerFiles:
    """The contents of ``tokenizer.json``, ``tokenizer_config.json`` and ``generation_config.json``."""

    tokenizer: str
    tokenizer_config: dict[str, Any]
    generation_config: dict[str, Any]


def _byte_level() -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)


def _single_digits() -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), _byte_level()])


def _by_regex(pattern: str) -> Callable[[], pre_tokenizers.PreTokenizer]:
    def build() -> pre_tokenizers.PreTokenizer:
        split = pre_tokenizers.Split(Regex(pattern), behavior="isolated", invert=False)
        return pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])

    return build


_LLAMA3 = Splitting(_by_regex(_LLAMA3_SPLIT), whole_words_first=True, bos_by_default=True)
_QWEN2 = Splitting(_by_regex(_QWEN2_SPLIT), nfc=True)
_SPLITTINGS = {
    "smollm": Splitting(_single_digits),
    "gpt-2": Splitting(_byte_level),
    "llama-bpe": _LLAMA3,
    "llama3": _LLAMA3,
    "llama-v3": _LLAMA3,
    "qwen2": _QWEN2,
}


def convert_tokenizer(file: GgufFile, context_tokens: int, vocab_size: int) -> TokenizerFiles:
    """Raises UserError for a kind of tokenizer that is not in the table, BadModelFile for a damaged one."""
    splitting = _splitting(file)
    tokens = _tokens(file, vocab_size)
    special = _special_ids(file, tokens)
    tokenizer = _build(file, tokens, splitting)
    _add_tokens(tokenizer, file, tokens, set(special.values()))
    tokenizer.post_processor = _post_processor(file, tokens, special, splitting)
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": context_tokens,
        "clean_up_tokenization_spaces": False,
        **{f"{role}_token": tokens[index] for role, index in special.items()},
    }
    template = file.text("tokenizer.chat_template", "")
    if template:
        config["chat_template"] = template
    return TokenizerFiles(tokenizer.to_str(), config, _generation_config(file, tokens, special))


def _splitting(file: GgufFile) -> Splitting:
    model = file.text("tokenizer.ggml.model", "none")
    if model != "gpt2":
        raise UserError(
            f"{file.path.name} has a tokenizer of the kind {model[:40]!r}, which cannot be imported from GGUF yet.",
            "Import a folder with safetensors and tokenizer files.",
        )
    pre = file.text("tokenizer.ggml.pre", "default")
    splitting = _SPLITTINGS.get(pre)
    if splitting is None:
        raise UserError(
            f"{file.path.name} splits text in the way {pre[:40]!r}, which cannot be imported from GGUF yet.",
            f"Supported: {', '.join(sorted(_SPLITTINGS))}. Or import a folder with safetensors and tokenizer files.",
        )
    return splitting


def _tokens(file: GgufFile, vocab_size: int) -> list[str]:
    tokens = file.texts("tokenizer.ggml.tokens")
    if not 0 < len(tokens) <= vocab_size:
        raise _damaged(file, f"it has {len(tokens)} tokens for an embedding of {vocab_size}")
    if len(set(tokens)) != len(tokens):
        raise _damaged(file, "a token comes twice")
    return tokens


def _damaged(file: GgufFile, why: str) -> BadModelFile:
    return BadModelFile(f"The tokenizer in {file.path.name} is damaged: {why}.", "Download or copy the file again.")


def _special_ids(file: GgufFile, tokens: list[str]) -> dict[str, int]:
    """The token ids by role (``bos``, ``eos``, ``pad``, ``unk``) of those that the file names."""
    keys = {"bos": "bos_token_id", "eos": "eos_token_id", "pad": "padding_token_id", "unk": "unknown_token_id"}
    found = {}
    for role, key in keys.items():
        if f"tokenizer.ggml.{key}" in file.metadata:
            index = file.integer(f"tokenizer.ggml.{key}")
            if index >= len(tokens):
                raise _damaged(file, f"the {role} token {index} does not exist")
            found[role] = index
    return found


def _build(file: GgufFile, tokens: list[str], splitting: Splitting) -> Tokenizer:
    vocabulary = {token: index for index, token in enumerate(tokens)}
    merges = []
    for merge in file.texts("tokenizer.ggml.merges"):
        left, _, right = merge.partition(" ")
        if left not in vocabulary or right not in vocabulary or left + right not in vocabulary:
            raise _damaged(file, "it merges pieces that are not tokens")
        merges.append((left, right))
    model = models.BPE(vocab=vocabulary, merges=merges, fuse_unk=False, ignore_merges=splitting.whole_words_first)
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = splitting.pre_tokenizer()
    tokenizer.decoder = decoders.ByteLevel()
    if splitting.nfc:
        tokenizer.normalizer = normalizers.NFC()
    return tokenizer


def _add_tokens(tokenizer: Tokenizer, file: GgufFile, tokens: list[str], special: set[int]) -> None:
    """Control and user-defined tokens are found whole in any text; only control tokens can be hidden when decoding."""
    kinds = file.integers("tokenizer.ggml.token_type")
    if kinds and len(kinds) != len(tokens):
        raise _damaged(file, "not every token has a type")
    kinds = kinds or [0] * len(tokens)
    control = [tokens[i] for i, kind in enumerate(kinds) if kind == _CONTROL or i in special]
    defined = [tokens[i] for i, kind in enumerate(kinds) if kind == _USER_DEFINED and i not in special]
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in control])
    tokenizer.add_tokens([AddedToken(token, special=False, normalized=False) for token in defined])


def _post_processor(
    file: GgufFile, tokens: list[str], special: dict[str, int], splitting: Splitting
) -> processors.PostProcessor:
    plain = processors.ByteLevel(trim_offsets=False)
    bos = "bos" in special and file.flag("tokenizer.ggml.add_bos_token", splitting.bos_by_default)
    eos = "eos" in special and file.flag("tokenizer.ggml.add_eos_token", False)
    if not (bos or eos):
        return plain
    before = [tokens[special["bos"]]] if bos else []
    after = [tokens[special["eos"]]] if eos else []
    template = processors.TemplateProcessing(
        single=[*before, "$A", *after],
        pair=[*before, "$A", *after, *(f"{token}:1" for token in before), "$B:1", *(f"{token}:1" for token in after)],
        special_tokens=sorted({(token, tokens.index(token)) for token in before + after}),
    )
    return processors.Sequence([plain, template])


def _generation_config(file: GgufFile, tokens: list[str], special: dict[str, int]) -> dict[str, Any]:
    """Every control token that ends an answer is an end of sequence: files of chat models often name only one."""
    kinds = file.integers("tokenizer.ggml.token_type") or [0] * len(tokens)
    ends = {index for index, token in enumerate(tokens) if kinds[index] == _CONTROL and token in _ENDS_OF_TURN}
    for key in ("eot_token_id", "eom_token_id"):
        index = file.integer(f"tokenizer.ggml.{key}", len(tokens))
        if index < len(tokens):
            ends.add(index)
    if "eos" in special:
        ends.add(special["eos"])
    config: dict[str, Any] = {"_from_model_config": False, "eos_token_id": sorted(ends)}
    for role in ("bos", "pad"):
        if role in special:
            config[f"{role}_token_id"] = special[role]
    return config
