"""SIGINT, SIGTERM and SIGHUP as a Qt signal. A Qt loop runs no Python while it waits, so a wake-up socket tells it."""

from __future__ import annotations

import contextlib
import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class QuitSignals(QObject):
    """``received`` follows any of them. Threads: make and close it on the main thread."""

    received = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inside, self._outside = socket.socketpair()
        for end in (self._inside, self._outside):
            end.setblocking(False)
        self._old_fd = signal.set_wakeup_fd(self._outside.fileno(), warn_on_full_buffer=False)
        self._old = {number: signal.signal(number, self._handle) for number in quitting()}
        self._at_once: Callable[[], None] = lambda: None
        self._notifier = QSocketNotifier(self._inside.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        let_through()

    def close(self) -> None:
        """Puts everything back as it was."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._old_fd)
        for number, handler in self._old.items():
            signal.signal(number, handler)
        self._inside.close()
        self._outside.close()

    def _read(self) -> None:
        numbers = b""
        with contextlib.suppress(BlockingIOError):
            numbers = self._inside.recv(64)
        if any(number in numbers for number in self._old):
            self.received.emit()

    def call_at_once(self, listener: Callable[[], None]) -> None:
        """Calls ``listener`` in the handler itself from now on, for when no Qt loop runs any more."""
        self._at_once = listener

    def _handle(self, number: int, frame: FrameType | None) -> None:
        """While a Qt loop runs the wake-up socket does the work; a handler must exist for it to be written to."""
        self._at_once()


def let_through() -> None:
    """What came since the program began, and was held back, is heard now. Threads: the main thread."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {getattr(signal, name) for name in _NAMES})


def quitting() -> tuple[signal.Signals, ...]:
    """Those that this system has and nobody told the process to ignore, as ``nohup`` does with SIGHUP."""
    known = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    return tuple(number for number in known if signal.getsignal(number) != signal.SIG_IGN)
