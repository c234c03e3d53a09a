"""A 10 ms timer of the window's thread that keeps count of how late it comes."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Qt, QTimer

TICK_MS = 10


class Ticks(QTimer):
    """``late_ms``: how much later than ``TICK_MS`` after the one before each tick came; another list may take over.

    ``busy_ms``: how long the thread itself computed in between, whatever else the machine did.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.late_ms: list[float] = []
        self.busy_ms: list[float] = []
        self._last = self._computed = 0.0
        self.setTimerType(Qt.TimerType.PreciseTimer)
        self.timeout.connect(self._tick)
        self.start(TICK_MS)

    def _tick(self) -> None:
        now, computed = time.perf_counter(), time.thread_time()
        if self._last:
            self.late_ms.append(max(0.0, (now - self._last) * 1000 - TICK_MS))
            self.busy_ms.append((computed - self._computed) * 1000)
        self._last, self._computed = now, computed
