"""Token ids -> text as they arrive, never half a character. What was pushed, joined, equals the decoding of all ids.

Two kinds: tokenizers of bytes (GPT-2's alphabet), which are decoded byte by byte, and all others, which are decoded in
groups that no later token can change.
"""

from __future__ import annotations

import codecs
import re
from abc import ABC, abstractmethod
from collections.abc import Collection

from tokenizers import Tokenizer
from tokenizers.decoders import ByteLevel

from meshnet_gui.engine.panics import no_panic

_BYTE_TOKEN = re.compile(r"<0x[0-9A-Fa-f]{2}>")
_REPLACEMENT = "\ufffd"


class IncrementalDetokenizer(ABC):
    """``push`` each id, then ``flush`` once; control tokens give no text, but for those that are to be shown."""

    @abstractmethod
    def push(self, token_id: int) -> str:
        """The text that became certain with this id; often one piece, sometimes nothing yet."""

    @abstractmethod
    def flush(self) -> str:
        """What was held back; an incomplete character shows as U+FFFD, as in a full decoding."""


def make_detokenizer(backend: Tokenizer, shown: Collection[str] = ()) -> IncrementalDetokenizer:
    """A fresh one of the kind that fits the tokenizer. ``shown``: control tokens whose names are text of the answer."""
    added = backend.get_added_tokens_decoder().items()
    special = frozenset(i for i, token in added if token.special and token.content not in shown)
    names = {i: token.content for i, token in added if token.special and token.content in shown}
    kind = ByteDetokenizer if isinstance(backend.decoder, ByteLevel) else GroupDetokenizer
    made = kind(backend, special)
    return _Showing(made, names) if names else made


class _Showing(IncrementalDetokenizer):
    """Says the names of some control tokens; what is around them is decoded as ever."""

    def __init__(self, inner: IncrementalDetokenizer, names: dict[int, str]) -> None:
        self._inner = inner
        self._names = names

    def push(self, token_id: int) -> str:
        name = self._names.get(token_id)
        return self._inner.push(token_id) if name is None else self._inner.flush() + name

    def flush(self) -> str:
        return self._inner.flush()


class ByteDetokenizer(IncrementalDetokenizer):
    """For byte-level tokenizers: every token is a string of bytes, and UTF-8 says when a character is whole."""

    def __init__(self, backend: Tokenizer, special: frozenset[int]) -> None:
        self._backend = backend
        self._special = special
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def push(self, token_id: int) -> str:
        token = None if token_id in self._special else self._backend.id_to_token(token_id)
        return "" if token is None else self._decoder.decode(_token_bytes(token))

    def flush(self) -> str:
        text = self._decoder.decode(b"", final=True)
        self._decoder.reset()
        return text


class GroupDetokenizer(IncrementalDetokenizer):
    """For all others: ids are held until their text ends in whole characters, and decoded after the group before."""

    def __init__(self, backend: Tokenizer, special: frozenset[int]) -> None:
        self._backend = backend
        self._special = special
        self._before: list[int] = []
        self._held: list[int] = []

    def push(self, token_id: int) -> str:
        token = None if token_id in self._special else self._backend.id_to_token(token_id)
        if token is None:
            return ""
        self._held.append(token_id)
        if _BYTE_TOKEN.fullmatch(token):
            return ""  # a run of byte tokens is decoded as one: the next byte can still change it
        return self._release()

    def flush(self) -> str:
        return self._release(final=True)

    def _release(self, final: bool = False) -> str:
        if not self._held:
            return ""
        known = self._decode(self._before)
        text = self._decode(self._before + self._held)
        if not text.startswith(known) or (text.endswith(_REPLACEMENT) and not final and len(self._held) < 8):
            return "" if not final else text[len(known) :]
        self._before, self._held = self._held, []
        return text[len(known) :]

    def _decode(self, ids: list[int]) -> str:
        with no_panic():
            return str(self._backend.decode(ids, skip_special_tokens=True)) if ids else ""


def _byte_alphabet() -> dict[str, int]:
    """The printable character that byte-level tokenizers write for each byte. Source: GPT-2's ``bytes_to_unicode``."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in set(printable)]
    return {chr(byte): byte for byte in printable} | {chr(256 + i): byte for i, byte in enumerate(others)}


_BYTES = _byte_alphabet()


def _token_bytes(token: str) -> bytes:
    """A token's bytes; one with characters outside the alphabet (an added token) stands for its own text."""
    try:
        return bytes([_BYTES[char] for char in token])
    except KeyError:
        return token.encode()
