"""Exceptions that nobody caught, on any thread, as a Qt signal with a report; the program goes on."""

from __future__ import annotations

import logging
import sys
import threading
from types import TracebackType

from PySide6.QtCore import QObject, Signal

from meshnet_gui.gui.crash_report import report_of

log = logging.getLogger(__name__)
MAX_REPORTS = 20


class CrashWatch(QObject):
    """``crashed`` carries a report, no more than ``MAX_REPORTS`` times. Threads: made and closed on the Qt thread."""

    crashed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._old = sys.excepthook, threading.excepthook
        self._own = self._hear, self._hear_thread
        self._num = 0
        sys.excepthook, threading.excepthook = self._own

    def close(self) -> None:
        """Puts back what was there before, unless somebody else has put something there since."""
        if sys.excepthook == self._own[0]:
            sys.excepthook = self._old[0]
        if threading.excepthook == self._own[1]:
            threading.excepthook = self._old[1]

    def _hear(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None, thread: str = ""
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._old[0](kind, error, trace)
            return
        self._num += 1
        if self._num > MAX_REPORTS:
            return  # something fails again and again: that is known by now
        log.error("something failed that nobody expected", exc_info=(kind, error, trace))
        self.crashed.emit(report_of(kind, error, trace, thread))

    def _hear_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_type is not SystemExit:
            name = args.thread.name if args.thread is not None else ""
            self._hear(args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback, name)
