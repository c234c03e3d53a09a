"""The window's language: every text that is shown goes through ``tr``, ``tr_count``, ``tr_marked`` or ``sentence``.

Texts are looked up in the translators that are installed in the application (``gui/language.py``); without one they
are shown as they are written. They are found in the source by ``tests/gui/words.py``, so the first argument of ``tr``,
``tr_count`` and ``mark`` is always a literal. Text that the core made is English and goes through ``sentence``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QLocale

from meshnet_gui.gui.assets import resource
from meshnet_gui.gui.sentences import MAX_CHARS, Sentences, load

CONTEXT = "Meshnet"  # texts of the window
CORE_CONTEXT = "Core"  # templates of what the core says, of resources/i18n/sentences.json
LANGUAGE_PROPERTY = "meshnetLanguage"  # of the application: the language whose translators are installed
_NUM_CACHED = 2048


def tr(text: str, /, **values: object) -> str:
    """The text in the window's language, ``{name}``s in it replaced: ``tr("Serving layers {span}", span=span)``."""
    shown = QCoreApplication.translate(CONTEXT, text)
    return _filled(shown, text, values) if values else shown


def tr_count(num: int, one: str, many: str, /, **values: object) -> str:
    """A text that counts: ``tr_count(3, "{num} layer", "{num} layers")``; ``{num}`` has thousands separators."""
    # the number is for choosing the plural form only, which takes an int of 32 bits
    shown = QCoreApplication.translate(CONTEXT, many, "", min(num, 2_000_000_000))
    if num == 1 and not is_translated():
        shown = one
    return _filled(shown, many, {"num": QLocale().toString(num), **values})


def mark(text: str) -> str:
    """The text itself, found by the extractor: for tables made on import, whose texts ``tr_marked`` shows later."""
    return text


def tr_marked(text: str, /, **values: object) -> str:
    """A text that was marked where it was written, in the window's language; any other text as it is."""
    shown = QCoreApplication.translate(CONTEXT, text) if text else ""
    return _filled(shown, text, values) if values else shown


def sentence(text: str) -> str:
    """What the core said (an error, a reason, a setting's help) in the window's language; unknown text as it is."""
    if not text or len(text) > MAX_CHARS or not is_translated():
        return text
    return _sentence(language(), text)


def language() -> str:
    """The language that is shown: ``en``, ``de``, ``zh_CN`` or ``pseudo``."""
    app = QCoreApplication.instance()
    chosen = app.property(LANGUAGE_PROPERTY) if app is not None else None
    return str(chosen) if chosen else "en"


def is_translated() -> bool:
    """Whether texts are shown in another language than that of the source."""
    return language() != "en"


def _filled(shown: str, source: str, values: Mapping[str, object]) -> str:
    try:
        return shown.format_map(values)
    except (KeyError, IndexError, ValueError):  # a translation with a slip in it must not take the window down
        return source.format_map(values)


@lru_cache(maxsize=_NUM_CACHED)
def _sentence(_language: str, text: str) -> str:
    return _sentences().translated(text)


@lru_cache(maxsize=1)
def _sentences() -> Sentences:
    templates = load(resource("i18n/sentences.json").read_text(encoding="utf-8"))
    return Sentences(templates, lambda text: QCoreApplication.translate(CORE_CONTEXT, text), _amount)


def _amount(text: str) -> str:
    from meshnet_gui.gui.amounts import localized

    return localized(text)
