"""The app as it is, that also says where on the screen its widgets are.

``python -m tests.gui.driven_app [--nodes]``, with ``--nodes`` beside two local nodes. Each line on stdin is a name,
answered by a line of JSON on stdout with the middles of the widgets on screen of that accessible name or text. ``!``
before a part of a text answers with the texts on screen that have it, ``#`` with the middles of the cells of tables;
``menu`` with the entries of open menus, ``state`` with what the snapshot and the window are like. Nothing is pressed
from in here: whoever asks clicks and types on the display, as a user would.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator

from PySide6.QtCore import QObject, QPoint, QSocketNotifier
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QTabBar, QTableView, QTextEdit, QWidget

from meshnet_gui.gui.application import AppController, run_app
from meshnet_gui.runtime.late_core import LateCore
from meshnet_gui.runtime.plan import Plan

Place = tuple[str, QPoint]


class Oracle(QObject):
    """Answers on stdout what it is asked on stdin."""

    def __init__(self, app: AppController) -> None:
        super().__init__(app)
        self._app = app
        self._notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)

    def _read(self) -> None:
        line = os.read(sys.stdin.fileno(), 4096).decode()
        if not line:
            self._notifier.setEnabled(False)
            return
        for question in line.splitlines():
            print(json.dumps(self._answer(question)), flush=True)

    def _answer(self, question: str) -> object:
        if question == "state":
            return self._state()
        if question == "menu":
            return [name for widget in _visible() if isinstance(widget, QMenu) for name in _entries(widget)]
        if question.startswith("#"):
            return [[point.x(), point.y()] for point in _cells(question[1:])]
        if question.startswith("!"):
            return [text for text in _texts() if question[1:] in text]
        return [[point.x(), point.y()] for name, point in _places() if name == question]

    def _state(self) -> dict[str, object]:
        window, tray, snapshot = self._app.window, self._app.tray, self._app.tray._snapshot
        icon = tray.icon.geometry()
        return {
            "visible": window.isVisible(),
            "active": window.isActiveWindow(),
            "tray": [icon.center().x(), icon.center().y()] if tray.available and not icon.isEmpty() else None,
            "tooltip": tray.icon.toolTip(),
            "startup": snapshot.startup if snapshot else "?",
            "node": snapshot.node.state if snapshot else "?",
            "sharing": snapshot.sharing.position if snapshot else "?",
            "shares": snapshot.sharing.shares if snapshot else False,
            "paused_until": snapshot.sharing.paused_until if snapshot else 0.0,
            "route": [hop.address for hop in snapshot.route.hops] if snapshot and snapshot.route else [],
            "sessions": len(snapshot.node.sessions) if snapshot else 0,
            "generating": snapshot.num_generating if snapshot else 0,
        }


def _visible() -> Iterator[QWidget]:
    for top in QApplication.topLevelWidgets():
        if top.isVisible():
            yield top
            yield from (widget for widget in top.findChildren(QWidget) if widget.isVisible())


def _places() -> Iterator[Place]:
    for widget in _visible():
        if not widget.isEnabled() or not widget.visibleRegion().boundingRect().isValid():
            continue
        if isinstance(widget, QTabBar):
            for index in range(widget.count()):
                yield _plain(widget.tabText(index)), widget.mapToGlobal(widget.tabRect(index).center())
        elif isinstance(widget, QMenu):
            for action in widget.actions():
                if action.isEnabled() and not action.isSeparator():
                    yield _plain(action.text()), widget.mapToGlobal(widget.actionGeometry(action).center())
        else:
            for name in dict.fromkeys(filter(None, _names(widget))):
                yield name, widget.mapToGlobal(widget.visibleRegion().boundingRect().center())


def _entries(menu: QMenu) -> list[str]:
    return [_plain(action.text()) for action in menu.actions() if not action.isSeparator()]


def _cells(part: str) -> Iterator[QPoint]:
    """The middles of the cells of all tables whose text has the part."""
    for view in _visible():
        if isinstance(view, QTableView) and (model := view.model()) is not None:
            for row in range(model.rowCount()):
                for column in range(model.columnCount()):
                    index = model.index(row, column)
                    if part in str(index.data()):
                        yield view.viewport().mapToGlobal(view.visualRect(index).center())


def _names(widget: QWidget) -> tuple[str, ...]:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName(), _plain(text)


def _texts() -> Iterator[str]:
    for widget in _visible():
        if isinstance(widget, QLabel):
            yield widget.text()
        elif isinstance(widget, QTextEdit):
            yield widget.toPlainText()


def _plain(text: str) -> str:
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def main() -> int:
    plan = Plan(for_this_run={"route": "split"}, num_demo_nodes=2, swarm="") if "--nodes" in sys.argv else Plan()
    return run_app(lambda: LateCore(plan, plan.settings_now()), ["meshnet"], Oracle)


if __name__ == "__main__":
    sys.exit(main())
