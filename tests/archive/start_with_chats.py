"""``python -m tests.archive.start_with_chats NUM TEXT...``: the app, until its list shows so many chats; then searches.

Prints a line of JSON once the window is painted and the chats are listed, with how long each search then took from the
text in the field to the rows on the screen.
"""

from __future__ import annotations

import json
import sys
import time

from PySide6.QtCore import QElapsedTimer, QEventLoop, QObject, QTimer

from meshnet_gui.gui.application import AppController, run_app
from meshnet_gui.gui.first_paint import FirstPaint
from meshnet_gui.runtime.late_core import LateCore
from meshnet_gui.runtime.plan import Plan


class Watch(QObject):
    """Looks every few milliseconds, and holds the window for how long it stood still between two looks."""

    def __init__(self, app: AppController, num: int, texts: list[str]) -> None:
        super().__init__(app)
        self._app, self._num, self._texts = app, num, texts
        self._stood_still_ms = 0
        self._since = QElapsedTimer()
        self._painted = False
        self._timer = QTimer(self, interval=2)
        self._timer.timeout.connect(self._look)
        FirstPaint(app.window, self._shown)

    def _shown(self) -> None:
        self._painted = True
        self._since.start()
        self._timer.start()

    def _look(self) -> None:
        self._stood_still_ms = max(self._stood_still_ms, self._since.restart())
        chats = self._app.window.chat.chats
        if chats.rows.rowCount() >= self._num:
            self._timer.stop()
            listed_at = time.time()
            while self._app._core.snapshot().startup:  # what loads the core's libraries takes the interpreter, too
                pause(20)
            took = {text: self._search(text) for text in self._texts}
            line = {"listed_at": listed_at, "stood_still_ms": self._stood_still_ms, "search_ms": took}
            print(json.dumps(line), flush=True)
            self._app.quit()

    def _search(self, text: str) -> float:
        chats = self._app.window.chat.chats
        before = chats.rows.data(chats.rows.index(0))
        began = time.perf_counter()
        chats.search.setText(text)
        while chats._query != text or chats._is_asking or chats.rows.data(chats.rows.index(0)) == before:
            pause(1)
        took = 1000 * (time.perf_counter() - began)
        chats.search.clear()
        while chats.rows.rowCount() < self._num:
            pause(5)
        return took


def pause(ms: int) -> None:
    """Lets the window and other threads go on; ``QTest.qWait`` would keep the interpreter."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


if __name__ == "__main__":
    watches: list[Watch] = []
    plan = Plan()
    begin = plan.settings_now()
    wanted, searched = int(sys.argv[1]), sys.argv[2:]
    sys.exit(
        run_app(lambda: LateCore(plan, begin), sys.argv[:1], lambda app: watches.append(Watch(app, wanted, searched)))
    )
