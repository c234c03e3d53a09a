"""The core loop thread: one asyncio loop, in one thread, for everything that waits on the network or on a clock."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import Any, TypeVar

log = logging.getLogger(__name__)
WORKERS = "meshnet-work"  # how the names of the threads begin that work for the loop
MAX_WORKERS = 64  # each is made when it is needed: a fetch or a check holds one for hours, and others must get on
_T = TypeVar("_T")


def _new_loop() -> asyncio.AbstractEventLoop:
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()


async def end_task(task: asyncio.Task[None] | None) -> None:
    """Cancels a task and waits until it has ended; None is none."""
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _log_what_is_new(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A connection that is closed while TLS still writes to it is no error: uvloop reports it as one."""
    text, error = str(context.get("message", "")), context.get("exception")
    if "SSL protocol" in text and isinstance(error, (RuntimeError, OSError)):
        log.debug("a connection had closed before its last bytes were written: %s", error)
    else:
        loop.default_exception_handler(context)


class LoopThread:
    """A context manager around a running loop in its own thread.

    Leaving it cancels what still runs, waits for it, and joins the thread.
    """

    def __init__(self, name: str = "meshnet-core") -> None:
        self._loop = _new_loop()
        self._loop.set_exception_handler(_log_what_is_new)
        self._loop.set_default_executor(ThreadPoolExecutor(MAX_WORKERS, WORKERS))
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def submit(self, coroutine: Coroutine[Any, Any, _T]) -> Future[_T]:
        """Runs a coroutine on the loop. Call from any other thread. Raises RuntimeError where the loop has ended."""
        try:
            return asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        except RuntimeError:
            coroutine.close()
            raise

    @property
    def is_running(self) -> bool:
        """Whether the thread was started and has not ended."""
        return self._thread.is_alive()

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = 10.0) -> None:
        """Ends the loop and its thread. A second call does nothing; a loop that never ran is closed."""
        if not self._thread.is_alive():
            self._loop.close()
            return
        with suppress(RuntimeError):  # it has ended by itself this moment
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            log.warning("the core loop did not end within %.0f s", timeout_s)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._finish()

    def _finish(self) -> None:
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def __enter__(self) -> LoopThread:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        self.stop()
