"""Looks at widgets as a reader would: which texts are cut off, and which no translation has touched.

For the pseudo-language, whose texts stand in brackets and are two fifths longer than the English ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPushButton,
    QTabBar,
    QTableView,
    QToolButton,
    QWidget,
)

from meshnet_gui.gui.widgets import Combo, ElidedLabel

_WORD = re.compile(r"[^\W\d_]{3,}")
_SLACK = 1  # pixels that rounding may cost
_UNBROKEN = re.compile(
    r"[^\s\u2018-\u201d\u2e80-\u9fff\uff00-\uffef]+"
)  # lines of Chinese may end behind nearly any sign


@dataclass(frozen=True, slots=True)
class Shown:
    """A text on screen, the widget that shows it, and what kind of text it is."""

    widget: str
    kind: str
    text: str


def texts(root: QWidget) -> Iterator[Shown]:
    """What of a window and its children is read or heard: texts, tooltips and names for screen readers."""
    for widget in _visible(root):
        name = type(widget).__name__
        for text in _texts_of(widget):
            yield Shown(name, "text", text)
        yield Shown(name, "tooltip", re.sub(r"<[^>]*>", "", widget.toolTip()))
        yield Shown(name, "name", widget.accessibleName())
        yield Shown(name, "description", widget.accessibleDescription())
        for action in _actions(widget):
            yield Shown(name, "menu", action.text())


def _actions(widget: QWidget) -> Iterator[QAction]:
    menus = [widget.menu()] if isinstance(widget, QPushButton | QToolButton) and widget.menu() is not None else []
    for menu in menus:
        yield from (action for action in menu.actions() if not action.isSeparator())


def _texts_of(widget: QWidget) -> list[str]:
    if isinstance(widget, ElidedLabel):
        return [widget.full_text]
    if isinstance(widget, QLabel | QAbstractButton):
        return [widget.text()]
    if isinstance(widget, QComboBox):
        return [widget.itemText(index) for index in range(widget.count())]
    if isinstance(widget, QAbstractSpinBox):
        return [re.sub(r"^[\d.,\s]+", "", widget.text())]
    if isinstance(widget, QLineEdit):
        return [widget.placeholderText()]
    if isinstance(widget, QListWidget):
        return [widget.item(place).text() for place in range(widget.count())]
    if isinstance(widget, QTableView):
        model, across = widget.model(), Qt.Orientation.Horizontal
        return [str(model.headerData(section, across)) for section in range(model.columnCount())]
    return []


def untouched(text: str, foreign: re.Pattern[str]) -> str:
    """The words of a text that stand in no brackets of the pseudo-language and are not foreign; empty if none."""
    depth, outside = 0, ""
    for char in foreign.sub(" ", text):
        depth += char == "["
        outside += char if depth == 0 else " "
        depth -= char == "]" and depth > 0
    return " ".join(_WORD.findall(outside))


def cut_off(root: QWidget) -> Iterator[str]:
    """The texts that have less room than they need, with how many pixels that is."""
    for widget in _visible(root):
        lacking = _lacking(widget)
        if lacking.width() > _SLACK or lacking.height() > _SLACK:
            parents = "/".join(_line_of(widget, root))
            yield f"{parents}: {_texts_of(widget)[:1]} lacks {lacking.width()} x {lacking.height()}"


def _line_of(widget: QWidget, root: QWidget) -> list[str]:
    line: list[str] = []
    at: QWidget | None = widget
    while at is not None and at is not root:
        if type(at).__name__ not in ("QWidget", "QFrame", "QScrollArea", "QStackedWidget"):
            line.append(type(at).__name__)
        at = at.parentWidget()
    return line[::-1]


def _lacking(widget: QWidget) -> QSize:
    """How much wider and higher it would have to be; nothing where its text fits or is shortened by design."""
    none = QSize(0, 0)
    around = widget.parentWidget()
    if around is not None and around.objectName() != "qt_scrollarea_viewport" and not widget.isWindow():
        beyond = widget.geometry().right() - around.rect().right()
        if beyond > _SLACK and _texts_of(widget):
            return QSize(beyond, 0)
    if isinstance(widget, ElidedLabel):
        is_told = widget.text() == widget.full_text or widget.toolTip() != ""
        return none if is_told else QSize(999, 0)
    if isinstance(widget, QLabel):
        return _lacking_of_label(widget) if widget.text() else none
    if isinstance(widget, QAbstractButton):
        return QSize(widget.sizeHint().width() - widget.width(), 0) if widget.text() else none
    if isinstance(widget, Combo):
        is_told = widget.currentText() in re.sub(r"<[^>]*>", "", widget.toolTip())
        return none if is_told else QSize(_width(widget, widget.currentText()) - widget.room, 0)
    if isinstance(widget, QAbstractSpinBox):
        line = widget.findChild(QLineEdit)
        return QSize(_width(widget, widget.text()) - (line.width() if line else 0), 0)
    if isinstance(widget, QTabBar):
        return QSize(widget.sizeHint().width() - widget.width(), 0)
    return none


def _lacking_of_label(label: QLabel) -> QSize:
    room = label.contentsRect().adjusted(label.margin(), label.margin(), -label.margin(), -label.margin())
    if not label.wordWrap():
        needed = max(_width(label, line) for line in label.text().splitlines() or [""])
        return QSize(needed - room.width(), 0)
    longest = max((_width(label, word) for word in _UNBROKEN.findall(label.text())), default=0)
    return QSize(longest - room.width(), label.heightForWidth(label.width()) - label.height())


def _width(widget: QWidget, text: str) -> int:
    return widget.fontMetrics().horizontalAdvance(text)


def _visible(root: QWidget) -> Iterator[QWidget]:
    return (
        each
        for each in [root, *root.findChildren(QWidget)]
        if each.isVisibleTo(root) and not isinstance(each, QMenu) and each.window() is root.window()
    )
