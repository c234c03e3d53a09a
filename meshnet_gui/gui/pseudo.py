"""A language that nobody speaks: accents, brackets and 40 % more, to see what is not translated and what is cut off."""

from __future__ import annotations

import re

from PySide6.QtCore import QTranslator

_ACCENTS = str.maketrans("AEIOUaeiouncysz", "ÅÉÎÖÛåéîöûñçýšž")
_KEPT = re.compile(r"(\{\w*\}|<[^>]*>|&\w*;?|%\w)")
_LONGER = 0.4
_WORD_CHARS = 7


def pseudo(text: str) -> str:
    """``Send`` -> ``[Šéñd ~~]``; placeholders, tags and access keys stay as they are."""
    if not text.strip():
        return text
    parts = _KEPT.split(text)
    shown = "".join(part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts))
    return f"[{shown} {_padding(max(1, round(len(text) * _LONGER) - 3))}]"


def _padding(num_chars: int) -> str:
    """In words, so that lines can be broken as in a language."""
    return "".join(" " if place % _WORD_CHARS == _WORD_CHARS - 1 else "~" for place in range(num_chars))


class PseudoTranslator(QTranslator):
    """Answers every text, Qt's own included."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source_text: str, disambiguation: str | None = None, n: int = -1) -> str:
        return pseudo(source_text)
