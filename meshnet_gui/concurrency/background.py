"""One call in a thread of its own, for what takes seconds once: loading libraries."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

STARTER = "meshnet-start"  # the thread in which the libraries of the core are loaded
_T = TypeVar("_T")


def in_background(call: Callable[[], _T], name: str) -> Future[_T]:
    """Runs the call now; the future ends with what it returns or raises. Its thread keeps no process alive."""
    future: Future[_T] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result = call()
        except BaseException as exc:
            future.set_exception(exc)
        else:
            future.set_result(result)

    threading.Thread(target=run, name=name, daemon=True).start()
    return future
