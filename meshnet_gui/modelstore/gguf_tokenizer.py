"""The tokenizer of a GGUF as Hugging Face files: special tokens, chat template, and which tokens end an answer.

Knows no weights; the two kinds of tokenizers that it can make have a module each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tokenizers import AddedToken, processors

from meshnet_gui.errors import UserError
from meshnet_gui.modelstore.gguf_byte_level import byte_level_backend
from meshnet_gui.modelstore.gguf_file import GgufFile
from meshnet_gui.modelstore.gguf_sentencepiece import sentencepiece_backend
from meshnet_gui.modelstore.gguf_vocabulary import (
    CONTROL,
    USER_DEFINED,
    Backend,
    Vocabulary,
    damaged,
    read_vocabulary,
)

_ENDS_OF_TURN = frozenset(
    {
        "<|eot_id|>",
        "<|eom_id|>",
        "<|eot|>",
        "<|im_end|>",
        "<|end_of_text|>",
        "<|endoftext|>",
        "<|end|>",
        "<end_of_turn>",
    }
)
_KINDS: dict[str, Callable[[GgufFile, Vocabulary], Backend]] = {
    "gpt2": byte_level_backend,
    "llama": sentencepiece_backend,
}


@dataclass(frozen=True, slots=True)
class TokenizerFiles:
    """The contents of ``tokenizer.json``, ``tokenizer_config.json`` and ``generation_config.json``."""

    tokenizer: str
    tokenizer_config: dict[str, Any]
    generation_config: dict[str, Any]


def convert_tokenizer(file: GgufFile, context_tokens: int, vocab_size: int) -> TokenizerFiles:
    """Raises UserError for a kind of tokenizer that is not in the table, BadModelFile for a damaged one."""
    build = _kind(file)
    vocabulary = read_vocabulary(file, vocab_size)
    special = _special_ids(file, vocabulary)
    backend = build(file, vocabulary)
    _add_tokens(backend, vocabulary, set(special.values()))
    _set_post_processor(file, backend, vocabulary, special)
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": context_tokens,
        "clean_up_tokenization_spaces": False,
        **{f"{role}_token": vocabulary.tokens[index] for role, index in special.items()},
    }
    template = file.text("tokenizer.chat_template", "")
    if template:
        config["chat_template"] = template
    return TokenizerFiles(backend.tokenizer.to_str(), config, _generation_config(file, vocabulary, special))


def _kind(file: GgufFile) -> Callable[[GgufFile, Vocabulary], Backend]:
    name = file.text("tokenizer.ggml.model", "none")
    kind = _KINDS.get(name)
    if kind is None:
        raise UserError(
            f"{file.path.name} has a tokenizer of the kind {name[:40]!r}, which cannot be imported from GGUF yet.",
            "Import a folder with safetensors and tokenizer files.",
        )
    return kind


def _special_ids(file: GgufFile, vocabulary: Vocabulary) -> dict[str, int]:
    """The token ids by role (``bos``, ``eos``, ``pad``, ``unk``) of those that the file names."""
    keys = {"bos": "bos_token_id", "eos": "eos_token_id", "pad": "padding_token_id", "unk": "unknown_token_id"}
    found = {}
    for role, key in keys.items():
        if f"tokenizer.ggml.{key}" in file.metadata:
            index = file.integer(f"tokenizer.ggml.{key}")
            if index >= len(vocabulary.tokens):
                raise damaged(file, f"the {role} token {index} does not exist")
            found[role] = index
    return found


def _add_tokens(backend: Backend, vocabulary: Vocabulary, special: set[int]) -> None:
    """Control and user-defined tokens are found whole in any text; only control tokens can be hidden when decoding.

    A token that the vocabulary spells in another way is found by its merges.
    """
    control = sorted(vocabulary.of_kind(CONTROL) | special)
    defined = [
        index
        for index in sorted(vocabulary.of_kind(USER_DEFINED) - special)
        if backend.spelled[index] == vocabulary.tokens[index]
    ]
    for indices, is_special in ((control, True), (defined, False)):
        added = [
            AddedToken(vocabulary.tokens[i], special=is_special, normalized=False, rstrip=i in backend.strips_after)
            for i in indices
        ]
        add = backend.tokenizer.add_special_tokens if is_special else backend.tokenizer.add_tokens
        add(added)


def _set_post_processor(file: GgufFile, backend: Backend, vocabulary: Vocabulary, special: dict[str, int]) -> None:
    bos = "bos" in special and file.flag("tokenizer.ggml.add_bos_token", backend.bos_by_default)
    eos = "eos" in special and file.flag("tokenizer.ggml.add_eos_token", False)
    steps = [backend.post_processor] if backend.post_processor is not None else []
    if bos or eos:
        before, after = [special["bos"]] if bos else [], [special["eos"]] if eos else []
        if any(not name or ":" in name or "$" in name for name in (vocabulary.tokens[i] for i in [*before, *after])):
            raise damaged(file, "its first or last token has a name that cannot be")
        steps.append(_template(vocabulary, before, after))
    if steps:
        backend.tokenizer.post_processor = steps[0] if len(steps) == 1 else processors.Sequence(steps)


def _template(vocabulary: Vocabulary, before: list[int], after: list[int]) -> processors.PostProcessor:
    names = {index: vocabulary.tokens[index] for index in [*before, *after]}
    first, last = [names[index] for index in before], [names[index] for index in after]
    return processors.TemplateProcessing(
        single=[*first, "$A", *last],
        pair=[*first, "$A", *last, *(f"{token}:1" for token in first), "$B:1", *(f"{token}:1" for token in last)],
        special_tokens=sorted((name, index) for index, name in names.items()),
    )


def _generation_config(file: GgufFile, vocabulary: Vocabulary, special: dict[str, int]) -> dict[str, Any]:
    """Every control token that ends an answer is an end of sequence: files of chat models often name only one."""
    ends = {index for index in vocabulary.of_kind(CONTROL) if vocabulary.tokens[index] in _ENDS_OF_TURN}
    for key in ("eot_token_id", "eom_token_id"):
        index = file.integer(f"tokenizer.ggml.{key}", len(vocabulary.tokens))
        if index < len(vocabulary.tokens):
            ends.add(index)
    if "eos" in special:
        ends.add(special["eos"])
    config: dict[str, Any] = {"_from_model_config": False, "eos_token_id": sorted(ends)}
    for role in ("bos", "pad"):
        if role in special:
            config[f"{role}_token_id"] = special[role]
    return config
