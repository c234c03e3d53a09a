"""A drain asked for from outside: what runs comes to its end or moves on, nothing new begins, then the program ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from meshnet_gui.concurrency.loop import end_task
from meshnet_gui.errors import MeshnetError

log = logging.getLogger(__name__)
LONGEST_S = 600.0
LOOK_EVERY_S = 0.1


class Leaving:
    """``let_go`` has the node take nothing new and ends once others' sessions are gone.

    ``is_busy``: whether answers of this program are still written. ``ended`` is called once, when nothing is left to
    wait for. Threads: the core loop only.
    """

    def __init__(
        self, let_go: Callable[[], Awaitable[None]], is_busy: Callable[[], bool], ended: Callable[[], None]
    ) -> None:
        self._let_go = let_go
        self._is_busy = is_busy
        self._ended = ended
        self._task: asyncio.Task[None] | None = None

    @property
    def has_begun(self) -> bool:
        return self._task is not None

    def begin(self) -> None:
        """A second call does nothing."""
        if self._task is None:
            log.info("draining: nothing new is taken, and the program ends when nothing runs any more")
            self._task = asyncio.create_task(self._run(), name="drain")

    async def close(self) -> None:
        await end_task(self._task)

    async def _run(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_S):
                await self._release()
                while self._is_busy():  # noqa: ASYNC110 -- many things together say so, none of which tells its end
                    await asyncio.sleep(LOOK_EVERY_S)
        self._ended()

    async def _release(self) -> None:
        try:
            await self._let_go()
        except MeshnetError as exc:
            log.info("the node could not be let go: %s", exc.text)
        except Exception:  # whoever drains wants the end all the same
            log.exception("letting the node go failed")
