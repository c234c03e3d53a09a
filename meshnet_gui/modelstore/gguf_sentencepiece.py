"""SentencePiece tokenizers from a GGUF (``llama`` in its words: Llama 2, Mistral, Phi-3, Gemma) as BPE with merges.

llama.cpp joins the neighbours whose joint token has the best score; the same joins, listed best first, are the merges
of an ordinary BPE. Knows no other kind of tokenizer.
Source: llm_tokenizer_spm in llama.cpp's src/llama-vocab.cpp; generate_merges and integrations/gguf in transformers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

from meshnet_gui.modelstore.gguf_file import GgufFile
from meshnet_gui.modelstore.gguf_vocabulary import (
    CONTROL,
    USER_DEFINED,
    Backend,
    Vocabulary,
    check_different,
    damaged,
    read_merges,
)

_SPACE = "\u2581"
_MAX_TOKEN_CHARS = 512
_PHI_3 = re.compile(r"phi[-_ ]?3", re.IGNORECASE)
_NEVER_STRIPS = frozenset({"<unk>", "<s>", "<|endoftext|>"})


def sentencepiece_backend(file: GgufFile, vocabulary: Vocabulary) -> Backend:
    """Raises BadModelFile for a list of tokens, scores or merges that cannot be."""
    architecture = file.text("general.architecture")
    is_gemma = architecture.startswith("gemma")
    spelled = _with_visible_spaces(file, vocabulary.tokens) if is_gemma else vocabulary.tokens
    known = {token: index for index, token in enumerate(spelled)}
    if max(map(len, spelled)) > _MAX_TOKEN_CHARS:
        raise damaged(file, "a token is implausibly long")
    merges = read_merges(file, known) if "tokenizer.ggml.merges" in file.metadata else []
    # Gemma's merges follow the order of the tokens; the scores of the tokens that it adds do not
    merges = merges or _merges(known, range(0, -len(spelled), -1) if is_gemma else _scores(file, len(spelled)))
    unknown = _unknown(file, spelled)
    model = models.BPE(vocab=known, merges=merges, unk_token=unknown, fuse_unk=True, byte_fallback=True)
    tokenizer = Tokenizer(model)
    prefixed = file.flag("tokenizer.ggml.add_space_prefix", not is_gemma)
    _set_spaces(tokenizer, architecture, prefixed)
    return Backend(tokenizer, spelled, bos_by_default=True, strips_after=_strips_after(file, vocabulary))


def _with_visible_spaces(file: GgufFile, tokens: Sequence[str]) -> tuple[str, ...]:
    """A run of spaces, which llama.cpp's converter wrote as such, is spelled as the merges need it."""
    spelled = tuple(_SPACE * len(token) if token and not token.strip(" ") else token for token in tokens)
    check_different(file, spelled)
    return spelled


def _scores(file: GgufFile, count: int) -> list[float]:
    value = file.metadata.get("tokenizer.ggml.scores")
    scores = [float(item) for item in value if isinstance(item, float)] if isinstance(value, list) else []
    if len(scores) != count or not all(map(math.isfinite, scores)):
        raise damaged(file, "not every token has a score")
    return scores


def _merges(known: dict[str, int], ranks: Sequence[float]) -> list[tuple[str, str]]:
    """Every way to join two tokens into a third: the best rank first, of equal ranks the longer left part first."""
    found = []
    for token, index in known.items():
        cuts = ((token[:cut], token[cut:]) for cut in range(1, len(token)))
        joins = [(left, right) for left, right in cuts if left in known and right in known]
        joins.sort(key=lambda join: (known[join[0]], known[join[1]]))
        found += [(ranks[index], left, right) for left, right in joins]
    found.sort(key=lambda join: (join[0], len(join[1]), len(join[2])), reverse=True)
    return [(left, right) for _, left, right in found]


def _unknown(file: GgufFile, spelled: Sequence[str]) -> str | None:
    index = file.integer("tokenizer.ggml.unknown_token_id", len(spelled))
    return spelled[index] if index < len(spelled) else None


def _strips_after(file: GgufFile, vocabulary: Vocabulary) -> frozenset[int]:
    """Phi-3's own tokenizer says so, a GGUF does not; llama.cpp goes by the model's name, and so do we.

    Source: llama_vocab::impl::load in llama.cpp's src/llama-vocab.cpp, attribute RSTRIP.
    """
    if _PHI_3.search(file.text("general.name", "")) is None:
        return frozenset()
    added = vocabulary.of_kind(CONTROL) | vocabulary.of_kind(USER_DEFINED)
    return frozenset(index for index in added if vocabulary.tokens[index] not in _NEVER_STRIPS)


def _set_spaces(tokenizer: Tokenizer, architecture: str, prefixed: bool) -> None:
    """How spaces become visible, and where one is put before the text and taken away again after decoding.

    Phi-3 puts it before each part of the text between added tokens, the others before the first. Source: phi3_tokenizer
    in transformers.
    """
    if prefixed and architecture != "phi3":
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=_SPACE, prepend_scheme="first", split=False)
    else:
        steps = [normalizers.Prepend(_SPACE)] if prefixed else []
        tokenizer.normalizer = normalizers.Sequence([*steps, normalizers.Replace(" ", _SPACE)])
    plain = [decoders.Replace(_SPACE, " "), decoders.ByteFallback(), decoders.Fuse()]
    tokenizer.decoder = decoders.Sequence([*plain, decoders.Strip(" ", 1, 0)] if prefixed else plain)
