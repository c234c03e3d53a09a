"""Items that pass through stages in order, several on the way at once: each stage works on another one.

Knows nothing of hops or tensors.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

_T = TypeVar("_T")
Stage = Callable[[_T], Awaitable[_T]]


async def pass_through(items: Sequence[_T], stages: Sequence[Stage[_T]], on_done: Callable[[_T], None]) -> None:
    """Each item through all stages, then to ``on_done``; a stage has one item at a time, in the order given.

    At most two items wait before a stage that is slower than the one before it. What a stage or ``on_done`` raises
    is raised here, once the others have been stopped; of several errors that of the earliest stage.
    """
    belts: list[asyncio.Queue[_T]] = [asyncio.Queue(1) for _ in stages]
    belts[0] = asyncio.Queue()
    for item in items:
        belts[0].put_nowait(item)

    async def work(index: int) -> None:
        for _ in items:
            made = await stages[index](await belts[index].get())
            if index + 1 < len(belts):
                await belts[index + 1].put(made)
            else:
                on_done(made)

    tasks = [asyncio.create_task(work(index), name=f"stage {index}") for index in range(len(stages))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
