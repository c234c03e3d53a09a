"""Records for tests, and an overlay in memory over which they are asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.types import Span

SWARM = "a" * 64
IDENTITY = "tiny@1:0123456789abcdef:float32"
OFFER = ShardOffer(IDENTITY, "tiny", 6, Span(0, 3), "ready", 100.0, 400.0, 0.0, 1024, 512, "float32", "lean")


def record(identity: Identity, **changes: object) -> NodeRecord:
    """A ready node with the first half of a small model."""
    made = NodeRecord(
        identity.node_id, "attic", identity.boot, 1, 1, "0.1.0", "ready", (OFFER,), ("https://10.0.0.1:51001",)
    )
    return replace(made, **changes)  # type: ignore[arg-type]


Handler = Callable[[bytes], Awaitable[bytes]]


class FakeOverlay:
    """Answers by handlers, all of them asked in turn; remembers what is published."""

    def __init__(self) -> None:
        self.handlers: dict[str, list[Handler]] = {}
        self.published: list[bytes] = []
        self.asked: list[str] = []
        self.error: Exception | None = None

    async def serve(self, key: str, handler: Handler) -> _Served:
        handlers = self.handlers.setdefault(key, [])
        handlers.append(handler)
        return _Served(handlers, handler)

    async def publish_record(self, signed: bytes) -> None:
        self.published.append(signed)
        if self.error is not None:
            raise self.error

    async def request(
        self,
        key: str,
        payload: bytes,
        *,
        timeout_s: float,
        acceptable: Callable[[bytes], bool] = lambda reply: True,
    ) -> bytes:
        self.asked.append(key)
        await asyncio.sleep(0)
        for handler in self.handlers.get(key, ()):
            reply = await handler(payload)
            if acceptable(reply):
                return reply
        raise TimeoutError


class _Served:
    def __init__(self, handlers: list[Handler], handler: Handler) -> None:
        self._handlers, self._handler = handlers, handler

    async def close(self) -> None:
        self._handlers.remove(self._handler)
