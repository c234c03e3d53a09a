"""A blocking call on a thread of its own, for a disk or a network drive that may never answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

_T = TypeVar("_T")


def run_errand(name: str, call: Callable[[], _T]) -> Future[_T]:
    """Begins the call; its end is the future's. The program's end does not wait for it."""
    future: Future[_T] = Future()

    def run() -> None:
        try:
            future.set_result(call())
        except BaseException as exc:
            future.set_exception(exc)

    threading.Thread(target=run, name=name, daemon=True).start()
    return future
