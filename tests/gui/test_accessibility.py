"""Every tab and dialog: what can be used has a name, and Tab reaches all of it as it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.crash_dialog import CrashDialog
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.shortcut_dialog import ShortcutDialog
from meshnet_gui.gui.turns import Turns
from meshnet_gui.gui.widgets import IconLabel, StateDot
from tests.gui import shots

USED = (
    *(QAbstractButton, QLineEdit, QTextEdit, QPlainTextEdit, QAbstractItemView, QAbstractSlider, QAbstractSpinBox),
    *(QComboBox, QTabBar),
)
DECORATION = (IconLabel, StateDot)  # what they show is written beside them
SCREENS = (
    *("chat-attaching", "chat-branched", "chat-code", "chat-error", "chat-options", "models-find-choosing"),
    *("models-fetching", "node-busy", "node-more", "node-hour", "node-days", "swarm-connected", "swarm-none", "notice"),
    *("settings", "rules", "first-run-privacy", "first-run-limits", "first-run-failed", "log"),
)
FAST = ("chat-branched", "node-busy", "rules")


def slow_unless_fast(names: tuple[str, ...]) -> list[object]:
    return [pytest.param(name, marks=[] if name in FAST else [pytest.mark.slow]) for name in names]


@pytest.fixture
def screen(request: pytest.FixtureRequest, window: MainWindow, qtbot: QtBot) -> Iterator[QWidget]:
    """A scene of the gallery, by its name: the dialog that it opens, or the window."""
    _, tab, snapshot, act = next(scene for scene in shots.scenes() if scene[0] == request.param)
    window.show_snapshot(snapshot)
    window.show_tab(tab)
    act(window)
    front = next((dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()), window)
    front.activateWindow()
    qtbot.waitUntil(front.isActiveWindow, timeout=5000)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: not any(each.is_waiting for each in front.findChildren(Turns)), timeout=10_000)
    yield front
    if front is not window:
        front.close()


def is_part_of_another(widget: QWidget) -> bool:
    """Qt makes some widgets of others: the line of a number box, the bars of an area that scrolls."""
    parent = widget.parentWidget()
    return isinstance(widget, QScrollBar | QHeaderView) or isinstance(
        parent, QAbstractSpinBox | QComboBox | QAbstractItemView | QTabBar | QLineEdit
    )


def shown(front: QWidget) -> list[QWidget]:
    return [
        each
        for each in front.findChildren(QWidget)
        if each.window() is front and each.isVisible() and not is_part_of_another(each)
    ]


def paints_itself(widget: QWidget) -> bool:
    own = [each for each in type(widget).__mro__ if each.__module__.startswith("meshnet_gui")]
    return any("paintEvent" in vars(each) for each in own) and not isinstance(widget, DECORATION)


def where(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return f"{type(widget).__name__} {interface.text(QAccessible.Text.Name) if interface else ''!r}"


def nameless(front: QWidget) -> list[str]:
    found = []
    for widget in shown(front):
        if isinstance(widget, (*USED, QProgressBar)) or paints_itself(widget):
            interface = QAccessible.queryAccessibleInterface(widget)
            if interface is None or not interface.text(QAccessible.Text.Name).strip():
                found.append(where(widget.parentWidget()) + " > " + where(widget))
    return found


def tabbed_through(front: QWidget) -> list[QWidget]:
    """Where Tab leads, once around. A text with links is left after its last one."""
    order: list[QWidget] = []
    stops = (each for each in shown(front) if each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus)
    next(each for each in stops if not isinstance(each, QScrollArea)).setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(2000):
        here = QApplication.focusWidget()
        assert here is not None
        if order and here is not order[-1] and here in order:
            assert here is order[0], f"Tab goes from {where(order[-1])} back to {where(here)}"
            break
        if not order or here is not order[-1]:
            order.append(here)
        QTest.keyClick(here, Qt.Key.Key_Tab)
    else:
        pytest.fail(f"Tab never leaves {where(order[-1])}")
    return order


def left_out(front: QWidget, order: list[QWidget]) -> list[str]:
    reached = {*order, *(each.focusProxy() for each in order)}
    return [
        where(each)
        for each in shown(front)
        if isinstance(each, USED)
        and each.isEnabled()
        and each not in reached
        and each.focusProxy() not in reached
        and not is_one_of_a_group_that_is_reached(each, order)
        and not isinstance(each, QScrollArea)
    ]


def is_one_of_a_group_that_is_reached(widget: QWidget, order: list[QWidget]) -> bool:
    """Of several that exclude each other Tab goes to the chosen one; the arrow keys go on from there."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    if group is not None and group.exclusive():
        return any(each in order for each in group.buttons())
    return False


def reads_backwards(front: QWidget, order: list[QWidget]) -> list[str]:
    """Pairs of which the one that comes later lies above, or to the left of, the one before it.

    Tab goes around: the round begins where the fewest such pairs are.
    """
    firsts = [each for each in order if not any(is_before(*branches(front, other, each)) for other in order)]
    rounds = [[*order[order.index(each) :], *order[: order.index(each)]] for each in firsts]
    return min((list(_backwards(front, each)) for each in rounds), key=len)


def _backwards(front: QWidget, order: list[QWidget]) -> Iterator[str]:
    for index, first in enumerate(order):
        for second in order[index + 1 :]:
            if is_before(*branches(front, second, first)):
                yield f"{where(first)} then {where(second)}"


def branches(front: QWidget, first: QWidget, second: QWidget) -> tuple[QRect, QRect]:
    """The rectangles of two widgets, or of the parts of the screen in which they are and that have one owner."""
    a, b = (list(ancestors(front, each))[::-1] for each in (first, second))
    depth = next((depth for depth, (one, other) in enumerate(zip(a, b, strict=False)) if one is not other), 0)
    return a[depth].geometry(), b[depth].geometry()


def ancestors(front: QWidget, widget: QWidget) -> Iterator[QWidget]:
    while widget is not front:
        yield widget
        widget = widget.parentWidget()


def is_before(first: QRect, second: QRect) -> bool:
    shares_columns = first.left() <= second.right() and second.left() <= first.right()
    shares_lines = first.top() <= second.bottom() and second.top() <= first.bottom()
    return (first.bottom() < second.top() and shares_columns) or (first.right() < second.left() and shares_lines)


@pytest.mark.parametrize("screen", slow_unless_fast(SCREENS), indirect=True)
def test_all_that_can_be_used_has_a_name_and_tab_reaches_it_in_the_order_of_reading(screen: QWidget) -> None:
    assert nameless(screen) == []
    order = tabbed_through(screen)
    assert left_out(screen, order) == []
    assert reads_backwards(screen, order) == []


def crash(parent: QWidget) -> QDialog:
    dialog = CrashDialog(Path("log"), parent)
    dialog.show_failure("Traceback: the attic is not there")
    return dialog


@pytest.mark.parametrize("make", [ShortcutDialog, crash])
def test_dialogs_of_their_own_have_names_and_an_order_too(
    window: MainWindow, qtbot: QtBot, make: Callable[[QWidget], QDialog]
) -> None:
    dialog = make(window)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow, timeout=5000)
    assert nameless(dialog) == []
    order = tabbed_through(dialog)
    assert left_out(dialog, order) == []
    assert reads_backwards(dialog, order) == []


def test_rows_that_come_later_are_reached_where_they_are_seen(window: MainWindow, qtbot: QtBot) -> None:
    """Qt alone puts whatever is made last at the end."""
    _, tab, snapshot, act = next(scene for scene in shots.scenes() if scene[0] == "models-find-choosing")
    window.show_snapshot(snapshot)
    window.show_tab(tab)
    act(window)
    row = window.models.catalogue.rows["llama-3.1-70b"]
    window.models.catalogue.search.setFocus()
    seen = []
    for _ in range(12):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    places = [row.isAncestorOf(each) for each in seen]
    assert places.index(True) < 8
    assert not places[0]
