"""Finds the templates that English text of the core was made from, and puts it together in another language.

The core makes sentences with f-strings and knows nothing of languages. Their templates are listed in
``resources/i18n/sentences.json``. A text may be several sentences in a row, and a value in one may be another.
Knows no Qt. Bounded: a text has at most ``MAX_CHARS``, matching looks at every character a few times.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

MAX_CHARS = 4000
_MAX_DEPTH = 4
_MAX_PARTS = 40
_MAX_SENTENCES = 4  # that one text without values may be
_NAME = re.compile(r"\{(\w*)\}")
_BOUNDARY = re.compile(r"(?<=[.!?…])\s+|\n+")
_WIDE_ENDS = ("。", "！", "？")  # after which no space stands
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Template:
    """A text with ``{names}``; ``literals`` is what stands before, between and after them."""

    text: str
    literals: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Template:
        return cls(text, tuple(_NAME.split(text)[::2]), tuple(_NAME.findall(text)))

    @property
    def weight(self) -> int:
        """How much of it is certain."""
        return sum(map(len, self.literals))

    def values(self, text: str) -> dict[str, str] | None:
        """What fills the names where ``text`` was made from this; a name that comes twice is filled equally."""
        if not self.names:
            return {} if text == self.text else None
        first, *between, last = self.literals
        end = len(text) - len(last)
        if end < len(first) or not text.startswith(first) or not text.endswith(last):
            return None
        found: dict[str, str] = {}
        at = len(first)
        for name, literal in zip(self.names, [*between, ""], strict=True):
            stop = text.find(literal, at + 1, end) if literal else end
            if stop < at or (not first and at == 0 and _BOUNDARY.search(text, at, stop)):
                return None  # a sentence that begins with a value does not begin in the one before it
            if found.setdefault(name, text[at:stop]) != text[at:stop]:
                return None
            at = stop + len(literal)
        return found


def load(source: str) -> list[str]:
    """The templates in the file's text."""
    return [str(text) for text in json.loads(source)]


class Sentences:
    """``translated`` never raises and answers the text itself where it knows nothing of it."""

    def __init__(
        self,
        templates: Sequence[str],
        look_up: Callable[[str], str],
        amount: Callable[[str], str] = lambda text: text,
    ) -> None:
        """``look_up`` gives a template in the other language; ``amount`` a value that is a number with a unit."""
        self._look_up = look_up
        self._amount = amount
        self._whole = {text: Template.parse(text) for text in templates if not _NAME.search(text)}
        self._by_word: dict[str, list[Template]] = {}
        for template in map(Template.parse, templates):
            if template.names:
                self._by_word.setdefault(_rarest_word(template), []).append(template)
        for group in self._by_word.values():
            group.sort(key=lambda each: -each.weight)

    def translated(self, text: str) -> str:
        """The text with every sentence in it that is known in the other language."""
        return self._translated(text, 0)

    def _translated(self, text: str, depth: int) -> str:
        if depth > _MAX_DEPTH or not text.strip():
            return text
        ends = [*[match.span() for match in _BOUNDARY.finditer(text)][:_MAX_PARTS], (len(text), len(text))]
        shown, start, index = "", 0, 0
        while index < len(ends):
            taken, part = self._first_known(text, start, ends[index:], depth)
            stop, after = ends[index + taken]
            gap = text[stop:after]
            shown += part + ("" if gap == " " and part.endswith(_WIDE_ENDS) else gap)
            start, index = after, index + taken + 1
        return shown

    def _first_known(self, text: str, start: int, ends: list[tuple[int, int]], depth: int) -> tuple[int, str]:
        """How many boundaries to pass, and what to show: the shortest beginning that is known, or one part as it is.

        Sentences that are known as one are not taken apart, though the first is known alone, too.
        """
        for taken in range(min(len(ends), _MAX_SENTENCES) - 1, 0, -1):
            whole = text[start : ends[taken][0]]
            if whole in self._whole:
                return taken, self._look_up(whole)
        for taken, (stop, _) in enumerate(ends):
            known = self._known(text[start:stop], depth)
            if known is not None:
                return taken, known
        return 0, self._amount(text[start : ends[0][0]]) if depth else text[start : ends[0][0]]

    def _known(self, text: str, depth: int) -> str | None:
        if text in self._whole:
            return self._look_up(text)
        for template in self._candidates(text):
            values = template.values(text)
            if values is not None:
                filled = {name: self._translated(value, depth + 1) for name, value in values.items()}
                return _filled(self._look_up(template.text), template, filled)
        return None

    def _candidates(self, text: str) -> list[Template]:
        words = {""} | set(_WORD.findall(text))
        found = [each for word in words for each in self._by_word.get(word, ())]
        return sorted(found, key=lambda each: -each.weight)


def _rarest_word(template: Template) -> str:
    """The longest word that a text made from the template surely has; no part of a word that a value may go on."""
    words = [word for index, literal in enumerate(template.literals) for word in _whole_words(template, index, literal)]
    return max(words, key=len, default="")


def _whole_words(template: Template, index: int, literal: str) -> list[str]:
    padded = ("x" if index else " ") + literal + ("x" if index < len(template.names) else " ")
    spans = [match.span() for match in _WORD.finditer(padded)]
    return [padded[start:stop] for start, stop in spans if start > 0 and stop < len(padded)]


def _filled(shown: str, template: Template, values: dict[str, str]) -> str:
    try:
        return shown.format_map(values)
    except (KeyError, IndexError, ValueError):
        return template.text.format_map(values)
