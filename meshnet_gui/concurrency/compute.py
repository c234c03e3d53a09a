"""The compute thread: tensors are touched by one thread only.

A thread of our own instead of an executor because the hand-over is on the path of every token, and because a call
whose caller has gone away must be skipped, not computed.

There are two kinds of call. Ordinary ones run in the order in which they were made. Short ones (``run_together``) are
steps of one position: those that wait at the same time are computed in one call, and they take turns with the ordinary
ones, so that neither kind waits for more than one call of the other. A long call lets them in by itself with ``pause``.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar, cast

COMPUTE_THREAD = "meshnet-compute"
_T = TypeVar("_T")
_I = TypeVar("_I")
MAX_TOGETHER = 8
MAX_PATIENCE_S = 0.002
PATIENCE_OF_STEP = 0.1
MAX_IN_VAIN = 5


@dataclass(frozen=True, slots=True, eq=False)
class _Call:
    """``args`` of a short call is its one item."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop

    def settle(self, result: Any, error: BaseException | None) -> None:
        """Hand the outcome to the caller's loop."""
        if isinstance(error, StopIteration):  # a future cannot hold one, and its caller would wait for ever
            error = RuntimeError(f"the call raised {error!r}")
        with suppress(RuntimeError):  # the loop has closed: nobody waits any more
            self.loop.call_soon_threadsafe(_settle, self.future, result, error)


class Gathering:
    """How many short calls to expect at once, and how long to wait for them.

    Heads whose steps were computed together ask again at almost the same time. Taking the first of them alone would
    let the others wait for a whole step, and so on for ever. A single session never waits; where waiting is in vain
    again and again (sessions that meet here by chance), it is tried ever more seldom.
    Source of the numbers: four heads over loopback, 49 tokens/s with 2 ms, 52 with 4 ms, 31 without.
    """

    def __init__(self, patience_s: Callable[[float], float] | None = None) -> None:
        self._patience_s = patience_s or (lambda step_s: min(MAX_PATIENCE_S, PATIENCE_OF_STEP * step_s))
        self._kind = 0
        self._num_expected = 1
        self._step_s = 0.0
        self._num_in_vain = 0
        self._num_to_skip = 0

    def num_expected(self, function: Callable[..., Any]) -> int:
        """Worth waiting for; 1 where it is not."""
        return self._num_expected if self._kind == hash(function) else 1

    def patience_s(self) -> float:
        """How long to wait from now on; asked once for each wait."""
        if self._num_to_skip > 0:
            self._num_to_skip -= 1
            return 0.0
        return self._patience_s(self._step_s)

    def waited(self, *, came: bool) -> None:
        """Whether all that were expected came in time."""
        self._num_in_vain = 0 if came else min(MAX_IN_VAIN, self._num_in_vain + 1)
        self._num_to_skip = 2**self._num_in_vain - 1

    def computed(self, function: Callable[..., Any], num_together: int, num_waiting: int, step_s: float) -> None:
        """So many were computed together while others of the kind came. Keeps no reference to the function."""
        self._kind, self._step_s = hash(function), step_s
        self._num_expected = min(MAX_TOGETHER, num_together + num_waiting)


class ComputeThread:
    """Runs synchronous calls one after another; the caller awaits its result on its own loop."""

    def __init__(self, name: str = COMPUTE_THREAD, gathering: Gathering | None = None) -> None:
        self._calls: deque[_Call] = deque()
        self._short: deque[_Call] = deque()
        self._num_due = 0  # short calls that go before the next ordinary one
        self._gathering = gathering or Gathering()
        self._running: _Call | None = None
        self._wake = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    @property
    def num_waiting(self) -> int:
        """How many calls have not begun yet."""
        return len(self._calls) + len(self._short)

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = 10.0) -> None:
        """Lets the running call end (a long one at its next pause), cancels the waiting ones and joins the thread."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        else:
            self._cancel_waiting()  # it never began

    async def run(self, function: Callable[..., _T], *args: Any) -> _T:
        """Calls ``function(*args)`` on the compute thread. Cancelling skips the call if it has not begun."""
        return cast("_T", await self._ask(self._calls, function, *args))

    async def run_together(self, function: Callable[[Sequence[_I]], Sequence[_T | BaseException]], item: _I) -> _T:
        """Gives ``item`` to ``function``, together with whatever else waits for the same function, in a list.

        ``function`` returns an outcome for each item: its result, or the exception that its caller gets.
        """
        return cast("_T", await self._ask(self._short, function, item))

    def pause(self) -> None:
        """Between two parts of a long call, by that call itself: the short calls that wait are computed now.

        Raises CancelledError where nobody waits for the long call any more, or the thread is to stop.
        """
        call = self._running
        if self._stopping or call is None or call.future.cancelled():
            raise asyncio.CancelledError
        with self._wake:
            waiting, self._short = self._short, deque()
        while waiting:
            self._run_together(_taken(waiting, waiting[0].function))

    async def _ask(self, calls: deque[_Call], function: Callable[..., Any], *args: Any) -> Any:
        loop = asyncio.get_running_loop()
        call = _Call(function, args, loop.create_future(), loop)
        with self._wake:
            if self._stopping:
                raise RuntimeError("the compute thread has stopped")
            calls.append(call)
            self._wake.notify()
        future = call.future
        del call, function, args
        return await future

    def _work(self) -> None:
        while self._work_once():
            pass
        self._cancel_waiting()

    def _work_once(self) -> bool:
        """Holds no shard or tensor while it waits. False when the thread is to stop."""
        with self._wake:
            while not self._calls and not self._short and not self._stopping:
                self._wake.wait()
            if self._stopping:
                return False
            together = self._gathered() if self._short and (self._num_due > 0 or not self._calls) else []
            call = None if together else self._calls.popleft()
        if call is None:
            self._num_due -= len(together)
            self._run_together(together)
        else:
            self._run(call)
            self._num_due = len(self._short)
        return True

    def _gathered(self) -> list[_Call]:
        """The short calls that are computed next. With the lock held, which is given away while it waits for more."""
        function = self._short[0].function
        num_expected = self._gathering.num_expected(function)

        def is_enough() -> bool:
            num = sum(call.function == function for call in self._short)
            return num >= num_expected or bool(self._calls) or self._stopping

        if not is_enough() and (patience_s := self._gathering.patience_s()) > 0:
            self._gathering.waited(came=self._wake.wait_for(is_enough, patience_s))
        return _taken(self._short, function)

    def _run(self, call: _Call) -> None:
        if call.future.cancelled():
            return
        self._running = call
        try:
            result, error = call.function(*call.args), None
        except BaseException as exc:
            result, error = None, exc
        self._running = None
        call.settle(result, error)

    def _run_together(self, calls: list[_Call]) -> None:
        calls = [call for call in calls if not call.future.cancelled()]
        if not calls:
            return
        function, started = calls[0].function, time.perf_counter()
        try:
            outcomes = function([call.args[0] for call in calls])
        except BaseException as exc:
            outcomes = [exc] * len(calls)
        with self._wake:
            num_waiting = sum(call.function == function for call in self._short)
        self._gathering.computed(function, len(calls), num_waiting, time.perf_counter() - started)
        for call, outcome in zip(calls, outcomes, strict=True):
            is_error = isinstance(outcome, BaseException)
            call.settle(None if is_error else outcome, outcome if is_error else None)

    def _cancel_waiting(self) -> None:
        for calls in (self._calls, self._short):
            while calls:
                calls.popleft().settle(None, asyncio.CancelledError())


def _taken(calls: deque[_Call], function: Callable[..., Any]) -> list[_Call]:
    """Takes out the first calls of ``function``, as many as are computed together."""
    taken = [call for call in calls if call.function == function][:MAX_TOGETHER]
    for call in taken:
        calls.remove(call)
    return taken


def _settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    elif isinstance(error, asyncio.CancelledError):
        future.cancel()
    else:
        future.set_exception(error)
