"""One thread for blocking calls that must happen in order, such as sends that wait for a slow network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_T = TypeVar("_T")


class Lane:
    """Runs what it is given one after the other, off the loop. Its thread starts with the first call."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, call: Callable[[], _T]) -> _T:
        """What the call returns or raises. Raises RuntimeError after ``close``."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, call)

    def close(self) -> None:
        """Takes no more calls; drops those that have not begun, and waits for none."""
        self._executor.shutdown(wait=False, cancel_futures=True)
