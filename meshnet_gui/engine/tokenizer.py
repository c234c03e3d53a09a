"""Text <-> token ids by the model's own tokenizer and chat template. Reads files only; loads no torch.

Works on the ``tokenizers`` library directly; only a model without ``tokenizer.json`` needs transformers to build one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, cast

from tokenizers import Tokenizer

from meshnet_gui.engine.chat_template import ChatTemplate, load_chat_template
from meshnet_gui.engine.detokenizer import IncrementalDetokenizer, make_detokenizer
from meshnet_gui.engine.panics import no_panic
from meshnet_gui.engine.tool_support import tool_support
from meshnet_gui.errors import BadModelFile
from meshnet_gui.types import ToolSupport

Message = dict[str, Any]
OwnIds = Callable[[str], Sequence[int] | None]
Literal = str | Sequence[int]  # what a numbered place in a prompt stands for: a text, or ids that are known
MAX_CHARS_HELD = 10_000  # of a text for which all other threads may wait; the library lets them go on in batches only
TRIAL = "Hello, world! 1234 \u00e4\u6f22\U0001f642\n"


class ModelTokenizer:
    """One model's tokenizer. Threads: encoding and decoding may be called from any thread."""

    def __init__(self, backend: Tokenizer, eos_ids: Iterable[int], template: ChatTemplate | None) -> None:
        self._backend = backend
        self._template = template
        added = backend.get_added_tokens_decoder()
        self._specials = {token.content: token_id for token_id, token in added.items() if token.special}
        self._special_pattern = _alternatives(self._specials)
        self.eos_ids = frozenset(eos_ids)
        self.vocab_size: int = backend.get_vocab_size(with_added_tokens=True)
        self.token_text = lru_cache(maxsize=4096)(self._token_text)

    @property
    def has_chat_template(self) -> bool:
        return self._template is not None

    @cached_property
    def tool_support(self) -> ToolSupport:
        """What the chat template does with tools; takes some milliseconds at first."""
        return tool_support(self._template)

    def control_id(self, name: str) -> int | None:
        """The id of a control token, None where ``name`` is ordinary text."""
        return self._specials.get(name)

    def encode(self, text: str) -> list[int]:
        """Token ids of plain text, with the model's own start token where it has one."""
        return self._encoded(_encodable(text), add_special_tokens=True)

    def encode_chat(
        self,
        messages: Sequence[Message],
        own_ids: OwnIds = lambda text: None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> list[int]:
        """Token ids of a conversation up to where the answer starts.

        Names of control tokens inside a message stay text: they cannot end or open a turn. Without a chat template
        the messages are joined as a plain prompt. ``own_ids`` knows with which ids some answers were written: these
        stand for their texts wherever the template takes an answer as it is. ``tools`` are told to the model where its
        template knows how.
        """
        mask = _Mask(self._special_pattern)
        masked, told = [mask.all_of(message) for message in messages], [mask.all_of(tool) for tool in tools]
        literals = mask.literals
        text = self._render(masked, told)
        known = {
            index: ids
            for index, message in enumerate(messages)
            if message.get("role") == "assistant" and (ids := own_ids(message.get("content", ""))) is not None
        }
        if known:
            text, literals = self._with_own(text, masked, told, literals, known)
        return [*([] if self._template is not None else self.encode("")), *self._unmasked(text, literals)]

    def _render(self, messages: Sequence[Message], tools: Sequence[Message]) -> str:
        return _plain_prompt(messages) if self._template is None else self._template.render(messages, tools)

    def _with_own(
        self,
        text: str,
        masked: Sequence[Message],
        tools: Sequence[Message],
        literals: list[Literal],
        known: Mapping[int, Sequence[int]],
    ) -> tuple[str, list[Literal]]:
        """The prompt with numbered places for the answers whose ids are known, or as it is: a template may look at
        answers, and leave out thoughts or spaces."""
        places = {index: f"\ue000{len(literals) + number}\ue001" for number, index in enumerate(known)}
        with_places = [
            message | {"content": places[index]} if index in places else message for index, message in enumerate(masked)
        ]
        made = self._render(with_places, tools)
        filled = made
        for index, place in places.items():
            filled = filled.replace(place, masked[index]["content"])
        if filled != text:
            return text, literals
        return made, [*literals, *known.values()]

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ``ids`` without control tokens."""
        with no_panic():
            return str(self._backend.decode(list(ids), skip_special_tokens=True))

    def detokenizer(self, shown: Collection[str] = ()) -> IncrementalDetokenizer:
        """A fresh detokenizer for one answer. ``shown``: control tokens whose names are text of it."""
        return make_detokenizer(self._backend, shown)

    def _token_text(self, token_id: int) -> str:
        return self.decode([token_id])

    def _ids(self, text: str) -> list[int]:
        return self._encoded(text, add_special_tokens=False) if text else []

    def _encoded(self, text: str, add_special_tokens: bool) -> list[int]:
        with no_panic():
            if len(text) <= MAX_CHARS_HELD:
                return list(self._backend.encode(text, add_special_tokens=add_special_tokens).ids)
            (encoding,) = self._backend.encode_batch_fast([text], add_special_tokens=add_special_tokens)
            return encoding.ids

    def _unmasked(self, text: str, literals: Sequence[Literal]) -> list[int]:
        ids: list[int] = []
        for index, part in enumerate(_SENTINEL.split(text)):
            if index % 2 == 0:
                ids += self._ids(part)
                continue
            literal = literals[int(part)]
            ids += self._literal(literal) if isinstance(literal, str) else literal
        return ids

    def _literal(self, text: str) -> list[int]:
        """A control token's name as ordinary text: cut where no control token can match."""
        ids: list[int] = []
        for piece in _harmless_pieces(text, self._specials):
            ids += self._ids(piece)
        return ids


class _Mask:
    """Texts with every control token's name (and every sentinel look-alike) replaced by a numbered sentinel."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.literals: list[Literal] = []
        self._pattern = pattern

    def all_of(self, value: Any) -> Any:
        """``value`` with all texts in it masked, keys too. What JSON can hold."""
        if isinstance(value, str):
            return self._pattern.sub(self._sentinel, _encodable(value))
        if isinstance(value, Mapping):
            return {self.all_of(key): self.all_of(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.all_of(item) for item in value]
        return value

    def _sentinel(self, match: re.Match[str]) -> str:
        self.literals.append(match[0])
        return f"\ue000{len(self.literals) - 1}\ue001"


_SENTINEL = re.compile("\ue000([0-9]+)\ue001")


def load_tokenizer(path: Path) -> ModelTokenizer:
    """The tokenizer of the model in folder ``path``. Raises BadModelFile."""
    backend = _load_backend(path)
    config = _read_json(path / "tokenizer_config.json")
    eos_ids = _eos_ids(path, backend, config)
    return ModelTokenizer(backend, eos_ids, load_chat_template(path, config))


def _load_backend(path: Path) -> Tokenizer:
    file = path / "tokenizer.json"
    with no_panic(f"The tokenizer in {path} cannot be read."):
        if file.is_file():
            backend = Tokenizer.from_file(str(file))
        else:
            from transformers import AutoTokenizer  # slow, and imports torch: only where there is no other way

            loaded = AutoTokenizer.from_pretrained(path, local_files_only=True, trust_remote_code=False)
            backend = cast(Tokenizer, loaded.backend_tokenizer)
        backend.no_truncation()  # left over from training, they would cut and fill up what is asked;
        backend.no_padding()  # to a length that takes all memory, where a stranger says so
        backend.decode(backend.encode(TRIAL, add_special_tokens=True).ids, skip_special_tokens=True)
        return backend


def _eos_ids(path: Path, backend: Tokenizer, config: dict[str, Any]) -> set[int]:
    """The union of what the tokenizer, the config and the generation config call the end."""
    found: set[int] = set()
    for name in ("config.json", "generation_config.json"):
        content = _read_json(path / name)
        for section in (content, content.get("text_config")):
            value = section.get("eos_token_id") if isinstance(section, dict) else None
            found |= {item for item in (value if isinstance(value, list) else [value]) if isinstance(item, int)}
    eos = config.get("eos_token")
    text = eos.get("content") if isinstance(eos, dict) else eos
    token_id = backend.token_to_id(text) if isinstance(text, str) else None
    return found if token_id is None else found | {token_id}


def _read_json(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as exc:
        raise BadModelFile(f"{file} cannot be read.", "Get or import the model again.") from exc
    return content if isinstance(content, dict) else {}


def _encodable(text: str) -> str:
    """``text`` with U+FFFD for each half of a character (a lone surrogate, from a terminal that sent no UTF-8)."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _plain_prompt(messages: Sequence[Message]) -> str:
    return "\n\n".join(message.get("content", "") for message in messages)


def _alternatives(names: Iterable[str]) -> re.Pattern[str]:
    """Any of ``names``, longest first, or a private character that could pass for a sentinel."""
    parts = [re.escape(name) for name in sorted(names, key=len, reverse=True) if name]
    return re.compile("|".join([*parts, "[\ue000\ue001]"]))


def _harmless_pieces(text: str, names: Iterable[str]) -> list[str]:
    """``text`` in pieces of which none contains one of ``names``."""
    pieces, rest = [], text
    while len(rest) > 1 and any(name in rest for name in names):
        pieces.append(rest[:1])
        rest = rest[1:]
    return [*pieces, rest]
