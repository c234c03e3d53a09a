"""Byte-level BPE from a GGUF, with the splits that each model family really uses. Knows no other kind of tokenizer.

A split that is not in the table is refused: a borrowed one gives other tokens and quietly worse text.
Source: llama_vocab::impl::load (the names; which families take whole words first and begin with a token of their own)
and llm_tokenizer_bpe (the splits, in its comments as the families' own tokenizer.json has them) in llama.cpp's
src/llama-vocab.cpp; the normalisation by the families' tokenizer.json.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from meshnet_gui.errors import UserError
from meshnet_gui.modelstore.gguf_file import GgufFile
from meshnet_gui.modelstore.gguf_vocabulary import Backend, Vocabulary, read_merges

_ENDINGS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_REST = r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_LLAMA3_SPLIT = _ENDINGS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}" + _REST
_QWEN2_SPLIT = _ENDINGS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}" + _REST
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_SLASHED_REST = r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_TEKKEN_SPLIT = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*|\p{{N}}{_SLASHED_REST}"
)
_GPT4O_SPLIT = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_ENDINGS}?|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_ENDINGS}?"
    rf"|\p{{N}}{{1,3}}{_SLASHED_REST}"
)
_DEEPSEEK_V3_SPLITS = (
    r"\p{N}{1,3}",
    "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"""
    r"""| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+""",
)
_DEEPSEEK_CODER_SPLITS = (
    r"[\r\n]",
    r"\s?\p{L}+",
    r"\s?\p{P}+",
    "[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+",
    r"\p{N}",
)


@dataclass(frozen=True, slots=True)
class Splitting:
    """How a family cuts text before merging. ``whole_words_first``: a piece that is a token is taken unmerged."""

    pre_tokenizer: Callable[[], pre_tokenizers.PreTokenizer]
    whole_words_first: bool = False
    nfc: bool = False
    bos_by_default: bool = False


def _byte_level() -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)


def _single_digits() -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), _byte_level()])


def _by_regex(*patterns: str) -> Callable[[], pre_tokenizers.PreTokenizer]:
    """Each pattern cuts the pieces that the ones before it left."""

    def build() -> pre_tokenizers.PreTokenizer:
        splits = [pre_tokenizers.Split(Regex(pattern), behavior="isolated", invert=False) for pattern in patterns]
        return pre_tokenizers.Sequence([*splits, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])

    return build


_GPT2 = Splitting(_byte_level)
_DIGITS = Splitting(_single_digits)
_CL100K = Splitting(_by_regex(_LLAMA3_SPLIT))
_LLAMA3 = replace(_CL100K, whole_words_first=True, bos_by_default=True)
_QWEN2 = Splitting(_by_regex(_QWEN2_SPLIT), nfc=True)
_GPT4O = Splitting(_by_regex(_GPT4O_SPLIT))
_SPLITTINGS = {
    "gpt-2": _GPT2,
    "phi-2": _GPT2,
    "smollm": _DIGITS,
    "starcoder": _DIGITS,
    "refact": _DIGITS,
    "command-r": replace(_DIGITS, nfc=True),
    "dbrx": _CL100K,
    "smaug-bpe": _CL100K,
    "llama-bpe": _LLAMA3,
    "llama3": _LLAMA3,
    "llama-v3": _LLAMA3,
    "falcon3": _LLAMA3,
    "pixtral": _LLAMA3,
    "qwen2": _QWEN2,
    "deepseek-r1-qwen": replace(_QWEN2, nfc=False),
    "tekken": Splitting(_by_regex(_TEKKEN_SPLIT), whole_words_first=True, bos_by_default=True),
    "gpt-4o": _GPT4O,
    "llama4": _GPT4O,
    "deepseek-v3": Splitting(_by_regex(*_DEEPSEEK_V3_SPLITS)),
    "deepseek-coder": Splitting(_by_regex(*_DEEPSEEK_CODER_SPLITS)),
}


def byte_level_backend(file: GgufFile, vocabulary: Vocabulary) -> Backend:
    """Raises UserError for a split that is not in the table, BadModelFile for merges that cannot be."""
    splitting = _splitting(file)
    known = {token: index for index, token in enumerate(vocabulary.tokens)}
    merges = read_merges(file, known)
    model = models.BPE(vocab=known, merges=merges, fuse_unk=False, ignore_merges=splitting.whole_words_first)
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = splitting.pre_tokenizer()
    tokenizer.decoder = decoders.ByteLevel()
    if splitting.nfc:
        tokenizer.normalizer = normalizers.NFC()
    return Backend(tokenizer, vocabulary.tokens, splitting.bos_by_default, processors.ByteLevel(trim_offsets=False))


def _splitting(file: GgufFile) -> Splitting:
    pre = file.text("tokenizer.ggml.pre", "default")
    splitting = _SPLITTINGS.get(pre)
    if splitting is None:
        raise UserError(
            f"{file.path.name} splits text in the way {pre[:40]!r}, which cannot be imported from GGUF yet.",
            f"Supported: {', '.join(sorted(_SPLITTINGS))}. Or import a folder with safetensors and tokenizer files.",
        )
    return splitting
