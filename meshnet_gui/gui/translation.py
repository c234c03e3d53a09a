"""The window's language: every text that is shown goes through ``tr`` or ``tr_count``.

Texts are looked up in the translators that are installed in the application; without one they are shown as they are
written. They are found by ``tests/gui/words.py`` in the source, so the first argument is always a literal.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

CONTEXT = "Meshnet"


def tr(text: str, **values: object) -> str:
    """The text in the window's language, ``{name}``s in it replaced: ``tr("Serving layers {span}", span=span)``."""
    shown = QCoreApplication.translate(CONTEXT, text)
    return shown.format_map(values) if values else shown


def tr_count(num: int, one: str, many: str, **values: object) -> str:
    """A text that counts: ``tr_count(3, "{num} layer", "{num} layers")``; ``{num}`` has thousands separators."""
    shown = QCoreApplication.translate(CONTEXT, many, "", num)
    if shown == many and num == 1:
        shown = one
    return shown.format_map({"num": f"{num:,}", **values})
