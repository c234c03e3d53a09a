"""A carrier between members in one process, which can be told to lose what it carries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from meshnet_gui.errors import SwarmError


class Hub:
    """Carries payloads in order, each in a later round of the loop."""

    def __init__(self) -> None:
        self._receivers: dict[str, list[Callable[[str, bytes], None]]] = {}
        self.loses: Callable[[str, bytes], bool] = lambda key, payload: False
        self.carried: list[tuple[str, bytes]] = []
        self.is_open = True

    async def put(self, key: str, payload: bytes) -> None:
        if not self.is_open:
            raise SwarmError("The swarm's network is not open.")
        if not self.loses(key, payload):
            self.carried.append((key, payload))
            asyncio.get_running_loop().call_soon(self._deliver, key, payload)

    async def subscribe(self, key: str, receive: Callable[[str, bytes], None]) -> _Subscription:
        receivers = self._receivers.setdefault(key, [])
        receivers.append(receive)
        return _Subscription(receivers, receive)

    def _deliver(self, key: str, payload: bytes) -> None:
        for receive in list(self._receivers.get(key, ())):
            receive(key, payload)


class _Subscription:
    def __init__(self, receivers: list[Callable[[str, bytes], None]], receive: Callable[[str, bytes], None]) -> None:
        self._receivers, self._receive = receivers, receive

    async def close(self) -> None:
        self._receivers.remove(self._receive)
