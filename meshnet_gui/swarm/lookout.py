"""Keeps asking a few members whether they reach this computer, and knows its addresses, inside and outside.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import random
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import psutil  # type: ignore[import-untyped]

from meshnet_gui.concurrency.loop import end_task
from meshnet_gui.swarm.reachability import DialBack, Reachability, at_port, base_url, is_inside

log = logging.getLogger(__name__)

NUM_ASKED = 3
SOON_S = (
    12.0  # after something changed: others must have heard of the new addresses, and answer one asker so often only
)
LATER_S = 300.0
MAX_OWN = 6
MAX_SEEN = 2


def own_addresses() -> tuple[str, ...]:
    """The IP addresses under which others may reach this computer, those of IPv4 first; none of loopback or link."""
    found: dict[str, None] = {}
    for entries in psutil.net_if_addrs().values():
        for entry in entries:
            if entry.family not in (socket.AF_INET, socket.AF_INET6):
                continue
            address = ipaddress.ip_address(entry.address.partition("%")[0])
            if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                found[str(address)] = None
    return tuple(sorted(found, key=lambda address: ":" in address)[:MAX_OWN])


class Lookout:
    """``known`` is what was found out; ``on_change`` is called when that changes. ``start`` and ``close`` are paired.

    ``members`` are the ids of who is there, ``port`` is the one that our node listens on, 0 while it does not;
    ``swarm_port`` the one of the swarm's network.
    """

    def __init__(
        self,
        dial_back: DialBack,
        members: Callable[[], Sequence[str]],
        port: Callable[[], int],
        on_change: Callable[[], None] = lambda: None,
        own: Callable[[], tuple[str, ...]] = own_addresses,
        swarm_port: Callable[[], int] = lambda: 0,
    ) -> None:
        self._dial_back = dial_back
        self._members = members
        self._port = port
        self._on_change = on_change
        self._own = own
        self._swarm_port = swarm_port
        self._again = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.known = Reachability(port(), own())

    def urls(self) -> tuple[str, ...]:
        """What our record names as addresses: also the outside one, which answers where a router forwards the port."""
        if not self.known.port:
            return ()
        outside = [address for address in self.known.seen if not is_inside(address)][:MAX_SEEN]
        return tuple(base_url(address, self.known.port) for address in dict.fromkeys((*self.known.own, *outside)))

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_looking(), name="lookout")

    async def close(self) -> None:
        """A second call does nothing."""
        task, self._task = self._task, None
        await end_task(task)

    def look_anew_if_moved(self) -> None:
        """Our node's server may have come, gone or moved: what ``urls`` says is right at once."""
        if self._port() != self.known.port:
            self.known = Reachability(self._port(), self._own(), self.known.seen)
            self.look_again()

    def look_again(self) -> None:
        """Looks at once: our node was switched, the network is another, or somebody came who can be asked."""
        self._again.set()

    async def _keep_looking(self) -> None:
        while True:
            self._again.clear()
            before = self.known
            try:
                await self._look()
            except Exception:  # a report that cannot be made now must not end it for ever
                log.exception("reachability could not be found out")
            changed = self.known != before
            if changed:
                self._on_change()
            is_settled = not changed and self.known.num_asked
            with suppress(TimeoutError):
                async with asyncio.timeout(LATER_S if is_settled else SOON_S):
                    await self._again.wait()

    async def _look(self) -> None:
        self.known = replace(self.known, port=self._port(), own=self._own(), swarm_port=self._swarm_port())
        members = list(self._members())
        asked = random.sample(members, min(NUM_ASKED, len(members)))
        sights = [sight for sight in await asyncio.gather(*map(self._dial_back.ask, asked)) if sight is not None]
        if not sights:
            return
        seen = dict.fromkeys(sight.seen for sight in sights if sight.seen)
        tried = self.urls()  # an answer cannot name any other
        reached = {sight.reached for sight in sights} & set(tried)
        linked = {sight.linked for sight in sights} & set(at_port(tried, self.known.swarm_port))
        self.known = replace(
            self.known,
            seen=tuple(sorted(seen)) or self.known.seen,
            reached=tuple(sorted(reached)),
            linked=tuple(sorted(linked)),
            num_asked=len(sights),
        )
