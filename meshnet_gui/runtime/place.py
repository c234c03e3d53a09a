"""Where this computer's models are kept, and what all that brings and removes them has to know."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.runtime.member_weights import MemberWeights
from meshnet_gui.runtime.snapshot import SwarmModelView
from meshnet_gui.settings import Settings
from meshnet_gui.types import Span

if TYPE_CHECKING:
    from meshnet_gui.modelstore.fetch.hub import Hub


class Place:
    """All of it is asked anew each time. Threads: the core loop, but for ``go_on``.

    ``make_hub`` makes the hub's client; it is called on the executor, and None where the hub is not to be asked.
    ``look`` looks at the store anew; ``refresh`` does so and lets a node try again for which something has come.
    ``loaded`` are the shards of this process by model and span, ``served`` what the swarm serves. ``tell`` shows
    something that the user should know.
    """

    def __init__(
        self,
        store: ModelStore,
        settings: Callable[[], Settings],
        make_hub: Callable[[str], Hub] | None,
        members: MemberWeights,
        look: Callable[[], Awaitable[None]],
        refresh: Callable[[], Awaitable[None]],
        loaded: Callable[[], frozenset[tuple[str, Span]]],
        served: Callable[[], tuple[SwarmModelView, ...]],
        on_change: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        self.store = store
        self.settings = settings
        self.members = members
        self.look = look
        self.refresh = refresh
        self.loaded = loaded
        self.served = served
        self.on_change = on_change
        self.tell = tell
        self.is_ending = False
        self._make_hub = make_hub
        self._hub: tuple[str, Hub] | None = None

    @property
    def has_hub(self) -> bool:
        """Whether the hub may be asked."""
        return self._make_hub is not None

    async def hub(self) -> Hub:
        """The hub, at the address of the settings. Raises UserError where it is not to be asked."""
        if self._make_hub is None:
            raise UserError("No member of your swarm has this, and the hub is not to be asked.", "Allow the hub.")
        endpoint = self.settings().hub_endpoint
        if self._hub is None or self._hub[0] != endpoint:
            self._hub = endpoint, await asyncio.to_thread(self._make_hub, endpoint)
        return self._hub[1]

    async def hubs_headers(self, spec: ModelSpec) -> Mapping[str, bytes]:
        """Of its weight files, as the hub has them. Raises a MeshnetError."""
        hub, identity = await self.hub(), spec.identity
        return (await asyncio.to_thread(hub.describe, identity.repository, identity.revision, self.go_on)).headers

    def go_on(self, fraction: float = 0.0, text: str = "") -> None:
        """A progress report that ends long work once the program ends. Any thread."""
        if self.is_ending:
            raise MachineError("Meshnet is ending.")
