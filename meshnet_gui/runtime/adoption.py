"""Who has no model to chat with takes up one that the swarm serves: its small files are all that a chat needs.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from meshnet_gui.errors import MeshnetError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.snapshot import SwarmModelView

log = logging.getLogger(__name__)
LOOK_EVERY_S = 0.2
WITHIN_S = 30.0  # after joining; who comes later is in the list of the swarm's models


class Adoption:
    """``offered`` are the models to choose from, None where none is needed; ``add`` makes one known here.

    ``adopted`` is told its name.
    """

    def __init__(
        self,
        add: Callable[[str], Awaitable[ModelSpec]],
        offered: Callable[[], Sequence[SwarmModelView] | None],
        adopted: Callable[[str], None],
    ) -> None:
        self._add = add
        self._offered = offered
        self._adopted = adopted

    async def look(self, within_s: float = WITHIN_S) -> None:
        """Takes the first that there is."""
        for _ in range(max(1, round(within_s / LOOK_EVERY_S))):
            offered = self._offered()
            if offered is None:
                return
            if offered:
                await self._take(offered[0])
                return
            await asyncio.sleep(LOOK_EVERY_S)

    async def _take(self, view: SwarmModelView) -> None:
        try:
            spec = await self._add(view.identity)
        except MeshnetError as exc:
            log.info("the swarm's model could not be had: %s", exc.text)
            return
        self._adopted(spec.name)
