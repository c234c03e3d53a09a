"""Tab goes through a window as it is read, whenever and in whatever order its rows, cards and tabs were made.

Qt's own order is that in which widgets were made, so a row that comes later would be reached after all else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QGridLayout, QLayout, QScrollArea, QWidget

from meshnet_gui.gui.widgets import ColumnArea


class OrderedDialog(QDialog):
    """A dialog that Tab goes through as it is read."""

    def focusNextPrevChild(self, forwards: bool) -> bool:
        return move_focus(self, forwards) or super().focusNextPrevChild(forwards)


def move_focus(window: QWidget, forwards: bool) -> bool:
    """To the next stop, or the one before, in the order of the layouts, and into sight; False where there is none."""
    stops = [each for each in _stops(window) if each.isEnabled()]
    here = _stop_of(QApplication.focusWidget(), stops)
    if not stops or (here is not None and len(stops) == 1):
        return False
    place = stops.index(here) + (1 if forwards else -1) if here is not None else (0 if forwards else -1)
    goal = stops[place % len(stops)]
    reason = Qt.FocusReason.TabFocusReason if forwards else Qt.FocusReason.BacktabFocusReason
    goal.setFocus(reason)
    _bring_into_sight(goal)
    return True


def _stop_of(widget: QWidget | None, stops: list[QWidget]) -> QWidget | None:
    """The stop that a widget is, or is a part of."""
    known = set(stops)
    while widget is not None and widget not in known:
        widget = widget.parentWidget()
    return widget


def _bring_into_sight(widget: QWidget) -> None:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()


def _stops(widget: QWidget) -> Iterator[QWidget]:
    """Everything inside that can be seen and that Tab stops at. What a widget is made of is no stop beside it."""
    for child in _children(widget):
        if not child.isVisible() or child.isWindow():
            continue
        inside = list(_stops(child)) if _holds_others(child) else []
        if isinstance(child, ColumnArea) or type(child) is QScrollArea:
            _let_keys_scroll(child, not inside)
        if child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.focusProxy() is None:
            yield child
        yield from inside


def _let_keys_scroll(area: QScrollArea, is_only_text: bool) -> None:
    """An area is a stop of its own where nothing in it is one and there is more of it than can be seen."""
    is_stop = is_only_text and area.verticalScrollBar().maximum() > 0
    area.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_stop else Qt.FocusPolicy.ClickFocus)


def _holds_others(widget: QWidget) -> bool:
    return widget.layout() is not None or isinstance(widget, QScrollArea)


def _children(widget: QWidget) -> list[QWidget]:
    if isinstance(widget, QScrollArea):
        inside = widget.widget()
        return [inside] if inside is not None else []
    layout = widget.layout()
    placed = list(_placed(layout)) if layout is not None else []
    known = set(placed)
    return placed + [each for each in widget.children() if isinstance(each, QWidget) and each not in known]


def _placed(layout: QLayout) -> Iterator[QWidget]:
    """The widgets of a layout and of the layouts in it, row by row where it is a grid."""
    indices = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        indices.sort(key=lambda index: _row_and_column(layout, index))
    for index in indices:
        item = layout.itemAt(index)
        inside, inner = (item.widget(), item.layout()) if item is not None else (None, None)
        if inside is not None:
            yield inside
        elif inner is not None:
            yield from _placed(inner)


def _row_and_column(grid: QGridLayout, index: int) -> tuple[int, int]:
    row, column, *_ = cast("tuple[int, int, int, int]", grid.getItemPosition(index))
    return row, column
