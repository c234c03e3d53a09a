"""Members for tests: a key and a membership each, and overlays on loopback without multicast."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from meshnet_gui.swarm.credentials import Credentials
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.membership import Membership
from meshnet_gui.swarm.overlay import Overlay
from meshnet_gui.swarm.overlay_config import OverlaySettings

SEED, OTHER_SEED = bytes(32), bytes([1]) * 32


def member(seed: bytes = SEED, identity: Identity | None = None) -> Credentials:
    """A new member of the seed's swarm."""
    return Credentials(identity or Identity.make(), Membership("tests", seed))


class Heard:
    """A listener that remembers: what is true now, and all that came."""

    def __init__(self) -> None:
        self.alive: list[str] = []
        self.events: list[tuple[str, str]] = []
        self.records: list[tuple[str, bytes]] = []

    def on_alive(self, node_id: str) -> None:
        self.events.append(("alive", node_id))
        self.alive = [*(known for known in self.alive if known != node_id), node_id]

    def on_gone(self, node_id: str) -> None:
        self.events.append(("gone", node_id))
        self.alive = [known for known in self.alive if known != node_id]

    def on_record(self, node_id: str, signed: bytes) -> None:
        self.records.append((node_id, signed))


@asynccontextmanager
async def overlay(
    who: Credentials, *rendezvous: Overlay, heard: Heard | None = None, port: int = 0
) -> AsyncIterator[Overlay]:
    """An open overlay on loopback that knows the others by their addresses."""
    addresses = tuple(f"127.0.0.1:{other.port}" for other in rendezvous)
    made = Overlay(who, OverlaySettings(addresses, "127.0.0.1", port, ""), heard or Heard())
    try:
        await made.open()
        yield made
    finally:
        await asyncio.shield(made.close())
