"""The compute thread: tensors are touched by one thread only, in the order in which the calls were made.

A thread of our own instead of an executor because the hand-over is on the path of every token, and because a call
whose caller has gone away must be skipped, not computed.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

_T = TypeVar("_T")
_Call = tuple[Callable[..., Any], tuple[Any, ...], "asyncio.Future[Any]", asyncio.AbstractEventLoop]


class ComputeThread:
    """Runs synchronous calls one after another; the caller awaits its result on its own loop."""

    def __init__(self, name: str = "meshnet-compute") -> None:
        self._calls: deque[_Call] = deque()
        self._wake = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    @property
    def num_waiting(self) -> int:
        """How many calls have not begun yet."""
        return len(self._calls)

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = 10.0) -> None:
        """Lets the running call end, cancels the waiting ones and joins the thread."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        else:
            self._cancel_waiting()  # it never began

    async def run(self, function: Callable[..., _T], *args: Any) -> _T:
        """Calls ``function(*args)`` on the compute thread. Cancelling skips the call if it has not begun."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        with self._wake:
            if self._stopping:
                raise RuntimeError("the compute thread has stopped")
            self._calls.append((function, args, future, loop))
            self._wake.notify()
        return cast("_T", await future)

    def _work(self) -> None:
        while (call := self._next()) is not None:
            function, args, future, loop = call
            error: BaseException | None
            del call
            if future.cancelled():
                continue
            try:
                result, error = function(*args), None
            except StopIteration as exc:  # a future cannot hold one, and its caller would wait for ever
                result, error = None, RuntimeError(f"the call raised {exc!r}")
            except BaseException as exc:
                result, error = None, exc
            _post(loop, future, result, error)
            del function, args, future, result, error  # hold no shard or tensor while waiting
        self._cancel_waiting()

    def _next(self) -> _Call | None:
        with self._wake:
            while not self._calls and not self._stopping:
                self._wake.wait()
            return None if self._stopping else self._calls.popleft()

    def _cancel_waiting(self) -> None:
        while self._calls:
            _, _, future, loop = self._calls.popleft()
            _post(loop, future, None, asyncio.CancelledError())


def _post(
    loop: asyncio.AbstractEventLoop, future: asyncio.Future[Any], result: Any, error: BaseException | None
) -> None:
    def settle() -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        elif isinstance(error, asyncio.CancelledError):
            future.cancel()
        else:
            future.set_exception(error)

    with suppress(RuntimeError):  # the loop has closed: nobody waits any more
        loop.call_soon_threadsafe(settle)
