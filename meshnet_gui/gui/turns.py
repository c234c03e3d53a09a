"""Work that takes longer than a window may stand still, in turns of the event loop and one piece at a time."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer

_TURN_S = 0.02


class Turns(QObject):
    """``step`` does one piece of the work and says whether there is more of it; ``after`` follows each turn.

    A turn is as many pieces as fit into ``turn_s`` seconds, at least one; between two turns the window does what its
    user wants. All works of the program wait in one line, so that many at once hold it up no longer than a single one;
    those that are ``minor`` wait until there is no other. Threads: Qt's only.
    """

    def __init__(
        self,
        parent: QObject,
        step: Callable[[], bool],
        turn_s: float = _TURN_S,
        clock: Callable[[], float] = time.monotonic,
        *,
        after: Callable[[], None] | None = None,
        minor: bool = False,
    ) -> None:
        super().__init__(parent)
        self.is_waiting = False
        self.minor = minor
        self._step = step
        self._turn_s = turn_s
        self._clock = clock
        self._after = after

    def begin(self) -> None:
        """The first turn now unless other work waits, and the rest as soon as nothing else is to be done."""
        if self.is_waiting or _line().is_busy:
            self.wait()
        else:
            self.take_turn()

    def wait(self) -> None:
        """All turns later."""
        if not self.is_waiting:
            self.is_waiting = True
            _line().add(self)

    def take_turn(self) -> None:
        """For the line: does as much as a turn is long, and waits where more is left."""
        self.is_waiting = False
        until, is_left = self._clock() + self._turn_s, self._step()
        while is_left and self._clock() < until:
            is_left = self._step()
        if is_left:
            self.wait()
        if self._after is not None:
            self._after()

    def finish(self) -> None:
        """All that is left, now."""
        self.is_waiting = False
        while self._step():
            pass
        if self._after is not None:
            self._after()

    def stop(self) -> None:
        """What is left stays undone."""
        self.is_waiting = False


class _Line(QObject):
    """Who waits for a turn; who has had one and needs another waits behind the others."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[Turns] = deque()
        self._minor: deque[Turns] = deque()
        self._next = QTimer(self, singleShot=True, interval=1)
        self._next.timeout.connect(self._take_turn)

    @property
    def is_busy(self) -> bool:
        return any(_is_waiting(each) for each in self._waiting)

    def add(self, turns: Turns) -> None:
        line = self._minor if turns.minor else self._waiting
        if turns not in line:
            line.append(turns)
        self._next.start()

    def _take_turn(self) -> None:
        for line in (self._waiting, self._minor):
            while line:
                turns = line.popleft()
                if _is_waiting(turns):
                    turns.take_turn()
                    if self._waiting or self._minor:
                        self._next.start()
                    return


def _is_waiting(turns: Turns) -> bool:
    return shiboken6.isValid(turns) and turns.is_waiting


def _line() -> _Line:
    """The program's only one; it goes with it."""
    app = QCoreApplication.instance()
    assert app is not None
    found = app.findChild(_Line, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, _Line) else _Line(app)
