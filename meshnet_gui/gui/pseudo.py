"""A language that nobody speaks: accents, brackets and 40 % more, to see what is not translated and what is cut off."""

from __future__ import annotations

import re

from PySide6.QtCore import QTranslator

_ACCENTS = str.maketrans("AEIOUaeiouncysz", "ÅÉÎÖÛåéîöûñçýšž")
_KEPT = re.compile(r"(\{\w*\}|<[^>]*>|&\w*;?|%\w)")
_LONGER = 0.4


def pseudo(text: str) -> str:
    """``Send`` -> ``[Šéñd ~~]``; placeholders, tags and access keys stay as they are."""
    if not text.strip():
        return text
    parts = _KEPT.split(text)
    shown = "".join(part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts))
    return f"[{shown} {'~' * max(1, round(len(text) * _LONGER) - 3)}]"


class PseudoTranslator(QTranslator):
    """Answers every text, Qt's own included."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source_text: str, disambiguation: str | None = None, n: int = -1) -> str:
        return pseudo(source_text)
