"""A thread that makes one call after another, for what must not be waited for and must not overlap: a database."""

from __future__ import annotations

import heapq
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Any, TypeVar

from meshnet_gui.errors import MachineError

log = logging.getLogger(__name__)
_T = TypeVar("_T")


class SerialWorker:
    """Calls in the order in which they were asked for; some not before a time. Its thread begins with the first call.

    Threads: any. The thread keeps no process alive: ``close`` waits for what was asked for.
    """

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._calls: list[tuple[float, int, Callable[[], None]]] = []  # a heap, by when each is due
        self._order = count()
        self._wake = threading.Condition()
        self._is_closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._is_begun = False

    def submit(self, call: Callable[..., _T], *args: Any) -> Future[_T]:
        """Makes the call in its turn; the future ends with what it returns or raises, MachineError after ``close``."""
        future: Future[_T] = Future()
        with self._wake:
            if self._is_closed:
                future.set_exception(MachineError("Meshnet is ending."))
                return future
            self._add(0.0, lambda: _settle(future, call, args))
        return future

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Makes the call no sooner than that, after all that were due before it; dropped by ``close`` where it is not
        due yet. What it raises is logged."""
        with self._wake:
            if not self._is_closed:
                self._add(seconds, call)

    def close(self, last: Callable[[], None], timeout_s: float = 5.0) -> None:
        """Makes all calls that were asked for, then ``last`` where there were any, and ends. A second call waits."""
        with self._wake:
            if not self._is_closed and self._is_begun:
                now = self._clock()
                self._calls = [each for each in self._calls if each[0] <= now]
                heapq.heapify(self._calls)
                self._add(0.0, last)
            self._is_closed = True
            self._wake.notify()
        if self._is_begun and self._thread is not threading.current_thread():
            self._thread.join(timeout_s)
            if self._thread.is_alive():
                log.warning("%s did not end within %.0f s", self._thread.name, timeout_s)

    def _add(self, seconds: float, call: Callable[[], None]) -> None:
        heapq.heappush(self._calls, (self._clock() + seconds, next(self._order), call))
        if not self._is_begun:
            self._is_begun = True
            self._thread.start()
        self._wake.notify()

    def _work(self) -> None:
        while (call := self._next()) is not None:
            try:
                call()
            except Exception:
                log.exception("a call of %s failed", self._thread.name)

    def _next(self) -> Callable[[], None] | None:
        with self._wake:
            while True:
                wait_s = self._calls[0][0] - self._clock() if self._calls else None
                if wait_s is not None and (wait_s <= 0 or self._is_closed):
                    return heapq.heappop(self._calls)[2]
                if self._is_closed:
                    return None
                self._wake.wait(wait_s)


def _settle(future: Future[_T], call: Callable[..., _T], args: tuple[Any, ...]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = call(*args)
    except BaseException as exc:
        future.set_exception(exc)
    else:
        future.set_result(result)
