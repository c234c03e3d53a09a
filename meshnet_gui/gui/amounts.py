"""Numbers, bytes, times and lists as the window's language writes them; ``meshnet_gui.amounts`` does it in English.

Panels import from here; what the core wrote into a sentence is turned by ``localized``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import reduce

from PySide6.QtCore import QDateTime, QLocale

from meshnet_gui import amounts
from meshnet_gui.gui.translation import is_translated, sentence, tr

_NUMBER = re.compile(r"(?<![\w.,-])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w.,]*\d)")
_UNITS = re.compile(r"^(\d+) (s|min|h|d)(?: (\d+) (s|min|h))?$")
_AMOUNT = re.compile(r"^[\d,.]+(?: ?(?:B|kB|MB|GB|TB|B/s|kB/s|MB/s|GB/s|%|s|ms))?$")
_AND = " and "
_LAYERS = re.compile(r"^layers (\d+-\d+(?:(?:, | and )\d+-\d+)*)$")
_BETWEEN = re.compile(r", | and ")
_ENDS = tuple(".!?…:。！？：]")


def number_text(number: float, decimals: int = 0) -> str:
    """``12400`` -> ``12,400``, or ``12.400`` in German; a float with so many decimals."""
    locale = QLocale()
    return locale.toString(number) if isinstance(number, int) else locale.toString(number, "f", decimals)


def bytes_text(num_bytes: float) -> str:
    """``1500000`` -> ``1.5 MB`` (decimal units)."""
    return localized(amounts.bytes_text(num_bytes))


def duration_text(seconds: float) -> str:
    """``75`` -> ``1 min 15 s``; the two largest units at most."""
    return localized(amounts.duration_text(seconds))


def spoken_list(items: Sequence[object]) -> str:
    """``a, b and c``."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return tr("{items} and {last}", items=tr(", ").join(words[:-1]), last=words[-1])


def sentences_text(sentences: Iterable[str]) -> str:
    """Sentences one after the other, without those that are empty."""
    said = [text for text in sentences if text]
    return reduce(lambda before, text: tr("{before} {text}", before=before, text=text), said) if said else ""


def ended(text: str) -> str:
    """A sentence with its full stop."""
    return text if text.endswith(_ENDS) else tr("{text}.", text=text)


def in_front(text: str) -> str:
    """Words as they begin a line."""
    return text[:1].upper() + text[1:]


def clock_text(moment: datetime) -> str:
    """``15:40`` or ``3:40 PM``, as this computer's user reads it."""
    return QLocale().toString(_qt(moment).time(), QLocale.FormatType.ShortFormat)


def date_text(moment: datetime) -> str:
    """A date in its short form."""
    return QLocale().toString(_qt(moment).date(), QLocale.FormatType.ShortFormat)


def localized(text: str) -> str:
    """An English amount (``1.5 MB``, ``12,400``, ``1 min 15 s``, ``a, b and c``) in the window's language."""
    if not is_translated():
        return text
    units = _UNITS.match(text)
    if units:
        first, unit, second, smaller = units.groups()
        return " ".join([_unit(int(first), unit), *([_unit(int(second), smaller)] if second else [])])
    if _AMOUNT.match(text):
        return _NUMBER.sub(_localized_number, text)
    layers = _LAYERS.match(text)
    if layers:
        return tr("layers {spans}", spans=localized(layers[1]))
    return _localized_list(text) if _AND in text else text


def _localized_list(text: str) -> str:
    """``layers 0-5, the tail and a.gguf``: words that are known or are no words; other text may be no list."""
    items = _BETWEEN.split(text)
    shown = [localized(sentence(item)) for item in items]
    is_list = all(" " not in item or item != other for item, other in zip(items, shown, strict=True))
    return spoken_list(shown) if is_list else text


def _localized_number(found: re.Match[str]) -> str:
    whole, fraction = found[1].replace(",", ""), found[2] or ""
    if fraction:
        return QLocale().toString(float(whole + fraction), "f", len(fraction) - 1)
    return QLocale().toString(int(whole)) if "," in found[1] else whole


def _unit(number: int, unit: str) -> str:
    return {
        "s": tr("{number} s", number=number),
        "min": tr("{number} min", number=number),
        "h": tr("{number} h", number=number),
        "d": tr("{number} d", number=number),
    }[unit]


def _qt(moment: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
