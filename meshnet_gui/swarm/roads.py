"""How a member is reached: directly at one of its addresses, or relayed through others where none answers.

The one place that knows this. All else says ``node:<node id>`` and gets replies. A road is found by trying all
addresses at once; the first that completes the pinned handshake is kept until it fails. A relayed road is left for a
direct one as soon as one answers. What is not known here: who is a member, and what is asked.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from meshnet_gui.concurrency.http_client import Asker, Body, BrokenReply, ConnectTimeout, Reply

log = logging.getLogger(__name__)

MEMBER = "node:"  # and a node id: a member's address in routes and lists, and here its relayed road
MAX_ROADS = 1024
MAX_ADDRESSES = 8
DIRECT_DEADLINE_S = 1.0  # before a relay is asked
LOOK_EVERY_S = 0.02
RELAYED_DEADLINE_S = 4.0
REPROBE_DEADLINE_S = 3.0
REPROBE_S = (10.0, 160.0)  # between two looks for a direct road instead of a relayed one, at first and at last


class RoadClient(Asker, Protocol):
    """What of ``concurrency.http_client.HttpClient`` is used.

    Addresses are ``https://host:port#<node id>``, or ``node:<node id>`` where its dial makes a tunnel.
    """

    async def open(self, address: str, deadline_s: float) -> None:
        """Sees that a connection is there. Raises ConnectTimeout or OSError."""
        ...

    def drop(self, address: str, *, idle_only: bool = False) -> None:
        """Closes the connections of an address."""
        ...


class NoRoad(ConnectionError):
    """No address of the member answers, and no relay reaches it."""


@dataclass(slots=True)
class _Road:
    """``address`` is what the client is asked with. Relayed ones are looked over at ``reprobe_at``."""

    address: str
    tried: tuple[str, ...]
    reprobe_at: float
    reprobe_s: float

    @property
    def is_relayed(self) -> bool:
        return self.address.startswith(MEMBER)


class Roads:
    """The roads to all members. ``addresses_of`` are what a member's record says; ``can_relay``: the overlay knows it.

    Threads: the core loop only.
    """

    def __init__(
        self,
        client: RoadClient,
        addresses_of: Callable[[str], Sequence[str]],
        can_relay: Callable[[str], bool] = lambda node_id: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._addresses_of = addresses_of
        self._can_relay = can_relay
        self._clock = clock
        self._roads: OrderedDict[str, _Road] = OrderedDict()
        self._finding: dict[str, asyncio.Task[_Road]] = {}
        self._reprobing: dict[str, asyncio.Task[None]] = {}

    def road(self, node_id: str) -> str:
        """``direct`` or ``relayed``; "" where no road is known."""
        road = self._roads.get(node_id)
        return "" if road is None else "relayed" if road.is_relayed else "direct"

    def address(self, node_id: str) -> str:
        """The base URL that answers; "" where it is relayed or none is known."""
        road = self._roads.get(node_id)
        return "" if road is None or road.is_relayed else road.address.partition("#")[0]

    async def ask(
        self,
        node_id: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        *,
        connect_deadline_s: float,
        deadline_s: float,
        max_bytes: int,
    ) -> Reply:
        """One request to a member; where nothing could be sent on the known road, another is looked for.

        Units: ``deadline_s`` is for all of it together. Raises NoRoad, TimeoutError, BrokenReply or OSError.
        """
        give_up_at = self._clock() + deadline_s
        for is_last in (False, True):
            road = self._roads.get(node_id) or await self._find(node_id, give_up_at - self._clock())
            self._look_over(node_id, road)
            try:
                return await self._client.ask(
                    road.address,
                    method,
                    path,
                    headers,
                    body,
                    connect_deadline_s=connect_deadline_s,
                    deadline_s=max(0.0, give_up_at - self._clock()),
                    max_bytes=max_bytes,
                )
            except (ConnectTimeout, ConnectionRefusedError):  # nothing was sent
                self._forget(node_id, road)
                if is_last or self._clock() >= give_up_at:
                    raise
            except (OSError, TimeoutError):
                self._forget(node_id, road)
                raise
        raise AssertionError("not reached")

    async def open(self, node_id: str, deadline_s: float) -> str:
        """Sees that there is a road; what ``road`` says of it. Raises NoRoad or TimeoutError."""
        if node_id not in self._roads:
            await self._find(node_id, deadline_s)
        return self.road(node_id)

    async def reach(self, addresses: Sequence[str], node_id: str) -> str:
        """Which of these addresses completes a handshake with the member first; "" where none does."""
        pinned = [f"{address}#{node_id}" for address in addresses[:MAX_ADDRESSES]]
        answered = await self._first_to_answer(pinned, REPROBE_DEADLINE_S)
        road = self._roads.get(node_id)
        if answered and (road is None or road.address != answered):
            self._client.drop(answered, idle_only=True)  # it was only to see
        return answered.partition("#")[0]

    def drop(self, node_id: str) -> None:
        """Forgets the road to a member and hangs up: it is gone, or was."""
        road = self._roads.pop(node_id, None)
        if road is not None:
            self._client.drop(road.address)
        finding = self._finding.get(node_id)
        if finding is not None:
            finding.cancel()

    def drop_all(self) -> None:
        """Forgets every road, as after a sleep or a change of networks."""
        for node_id in {*self._roads, *self._finding}:
            self.drop(node_id)

    async def close(self) -> None:
        """Ends every search."""
        self.drop_all()
        tasks: list[asyncio.Task[_Road] | asyncio.Task[None]] = [*self._finding.values(), *self._reprobing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- finding one ------------------------------------------------------------------------------------------------

    async def _find(self, node_id: str, deadline_s: float) -> _Road:
        """Those who ask at once wait for one search."""
        task = self._finding.get(node_id)
        if task is None:
            task = self._finding[node_id] = asyncio.create_task(self._search(node_id), name=f"road {node_id[:8]}")
            task.add_done_callback(lambda done: self._found(node_id, done))
        try:
            async with asyncio.timeout(max(0.0, deadline_s)):
                return await asyncio.shield(task)
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if task.cancelled() and not (current is not None and current.cancelling()):  # dropped, not we
                raise NoRoad("it left") from None
            raise

    def _found(self, node_id: str, task: asyncio.Task[_Road]) -> None:
        self._finding.pop(node_id, None)
        if task.cancelled() or task.exception() is not None:
            return
        road = self._roads[node_id] = task.result()
        log.info("node %s is reached %s", node_id[:8], "through a relay" if road.is_relayed else "directly")
        while len(self._roads) > MAX_ROADS:
            self.drop(next(iter(self._roads)))

    async def _search(self, node_id: str) -> _Road:
        direct = self._pinned(node_id)
        first_s, _ = REPROBE_S
        address = await self._first_to_answer(direct, DIRECT_DEADLINE_S)
        if not address and self._can_relay(node_id):
            address = await self._relayed(node_id)
        if not address:
            raise NoRoad(f"none of its {len(direct)} addresses answers, nor a relay" if direct else "no relay answers")
        return _Road(address, direct, self._clock() + first_s, first_s)

    async def _relayed(self, node_id: str) -> str:
        """As ``_first_to_answer``; a member that the overlay loses sight of meanwhile will not answer any more."""
        trying = asyncio.create_task(self._first_to_answer((f"{MEMBER}{node_id}",), RELAYED_DEADLINE_S))
        try:
            while not trying.done() and self._can_relay(node_id):
                await asyncio.wait([trying], timeout=LOOK_EVERY_S)
            return trying.result() if trying.done() else ""
        finally:
            trying.cancel()
            await asyncio.gather(trying, return_exceptions=True)

    async def _first_to_answer(self, addresses: Sequence[str], deadline_s: float) -> str:
        """The first that completes a handshake; "" where none does in time."""
        opening = {asyncio.create_task(self._client.open(a, deadline_s), name=f"try {a[:40]}"): a for a in addresses}
        waiting = set(opening)
        try:
            async with asyncio.timeout(deadline_s):
                while waiting:
                    done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                    for task in done:
                        if _succeeded(task):
                            return opening[task]
        except TimeoutError:
            pass
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
        return ""

    def _pinned(self, node_id: str) -> tuple[str, ...]:
        return tuple(f"{address}#{node_id}" for address in self._addresses_of(node_id)[:MAX_ADDRESSES])

    # -- keeping it -------------------------------------------------------------------------------------------------

    def _forget(self, node_id: str, road: _Road) -> None:
        if self._roads.get(node_id) is road:
            del self._roads[node_id]
            self._client.drop(road.address, idle_only=True)  # what others wait for may still come

    def _look_over(self, node_id: str, road: _Road) -> None:
        """Begins to look for a direct road instead of a relayed one, now and then and when the addresses change."""
        if not road.is_relayed or node_id in self._reprobing:
            return
        if self._clock() >= road.reprobe_at or self._pinned(node_id) != road.tried:
            task = asyncio.create_task(self._reprobe(node_id, road), name=f"reprobe {node_id[:8]}")
            self._reprobing[node_id] = task
            task.add_done_callback(lambda _: self._reprobing.pop(node_id, None))

    async def _reprobe(self, node_id: str, road: _Road) -> None:
        direct = self._pinned(node_id)
        if direct != road.tried:
            road.tried, road.reprobe_s = direct, REPROBE_S[0]
        else:
            road.reprobe_s = min(road.reprobe_s * 2, REPROBE_S[1])
        road.reprobe_at = self._clock() + road.reprobe_s
        address = await self._first_to_answer(direct, REPROBE_DEADLINE_S)
        if address and self._roads.get(node_id) is road:
            self._roads[node_id] = _Road(address, direct, 0.0, REPROBE_S[0])  # the tunnel ends when its work is done
            log.info("node %s is reached directly now", node_id[:8])


def _succeeded(task: asyncio.Task[None]) -> bool:
    """Whether an address answered rightly. Raises what is no answer's fault."""
    if task.cancelled():
        return False
    error = task.exception()
    if error is not None and not isinstance(error, (OSError, TimeoutError, BrokenReply)):
        raise error
    return error is None
