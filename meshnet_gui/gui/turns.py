"""Work that takes longer than a window may stand still, done in turns of the event loop."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

_TURN_S = 0.02


class Turns(QObject):
    """``step`` does one piece of the work and says whether there is more of it.

    A turn is as many pieces as fit into ``turn_s`` seconds, at least one; between two turns the window does what its
    user wants. Threads: Qt's only.
    """

    def __init__(
        self,
        parent: QObject,
        step: Callable[[], bool],
        turn_s: float = _TURN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._step = step
        self._turn_s = turn_s
        self._clock = clock
        self._next = QTimer(self, singleShot=True, interval=1)
        self._next.timeout.connect(self.begin)

    @property
    def is_waiting(self) -> bool:
        """Whether more turns are to come."""
        return self._next.isActive()

    def begin(self) -> None:
        """The first turn now, and the others as soon as nothing else is to be done."""
        self._next.stop()
        until = self._clock() + self._turn_s
        while self._step():
            if self._clock() >= until:
                self._next.start()
                return

    def finish(self) -> None:
        """All that is left, now."""
        self._next.stop()
        while self._step():
            pass

    def stop(self) -> None:
        """What is left stays undone."""
        self._next.stop()
