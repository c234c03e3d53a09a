"""What a running generation asks of the swarm when a hop fails: who else has its layers, and when that changes.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.swarm.directory import Peer
from meshnet_gui.swarm.routing import Candidate, find_hops
from meshnet_gui.types import Hop, Span


class Standby:
    """``candidates`` are all who could be a hop for a model, this computer's own node among them."""

    def __init__(
        self, candidates: Callable[[ModelSpec], Iterable[Candidate]], peer_at: Callable[[str], Peer | None]
    ) -> None:
        self._candidates = candidates
        self._peer_at = peer_at
        self._change = asyncio.Event()

    def replacement(self, spec: ModelSpec, span: Span, avoid: frozenset[str]) -> tuple[Hop, ...] | None:
        """Hops that together cover exactly the span; None where somebody is missing."""
        return find_hops(self._candidates(spec), span, avoid=avoid)

    async def changed(self) -> None:
        """Returns at the next change of the directory."""
        await self._change.wait()

    def is_leaving(self, address: str) -> bool:
        """Whether a peer said so of itself; it still serves."""
        peer = self._peer_at(address)
        return peer is not None and peer.is_leaving

    def look(self) -> None:
        """The directory has changed."""
        self._change.set()
        self._change = asyncio.Event()
