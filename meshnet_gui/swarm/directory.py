"""The directory: which peers are known and what each last said of itself. A probe decides, not a rumour.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from meshnet_gui.errors import PeerError, UserError
from meshnet_gui.swarm.probe import ProbeResult, normal_address
from meshnet_gui.swarm.routing import Candidate
from meshnet_gui.types import NodeStatus, Span

log = logging.getLogger(__name__)

PROBE_EVERY_S = 2.0
MAX_PEERS = 256


class CanProbe(Protocol):
    """``swarm.probe.Prober``, or a fake of it."""

    async def probe(self, address: str) -> ProbeResult: ...


@dataclass(frozen=True, slots=True)
class Peer:
    """A known peer. ``status`` is the last one heard (None before the first); ``error`` is why it is offline."""

    address: str
    remembered: bool
    probed: bool = False
    online: bool = False
    status: NodeStatus | None = None
    round_trip_s: float | None = None
    error: str = ""

    def spans_of(self, identity: str) -> tuple[Span, ...]:
        """The layers of exactly this model that it is online and ready with."""
        return self.status.spans_of(identity) if self.online and self.status is not None else ()


class Directory:
    """Known peers by address, each probed in turn by a task of its own."""

    def __init__(self, prober: CanProbe, on_change: Callable[[], None] = lambda: None) -> None:
        self._prober = prober
        self._on_change = on_change
        self._peers: dict[str, Peer] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def peers(self) -> tuple[Peer, ...]:
        return tuple(self._peers.values())

    def add(self, address: str, *, remembered: bool) -> str:
        """Takes a peer in and begins to probe it; returns its normal address. Raises UserError."""
        address = normal_address(address)
        known = self._peers.get(address)
        if known is None and len(self._peers) >= MAX_PEERS:
            raise UserError(f"There are already {MAX_PEERS} peers.", "Remove one first.")
        if known is None:
            self._peers[address] = Peer(address, remembered)
            self._tasks[address] = asyncio.create_task(self._keep_probing(address), name=f"probe {address}")
        elif remembered and not known.remembered:
            self._peers[address] = replace(known, remembered=True)
        self._on_change()
        return address

    def remove(self, address: str) -> None:
        """Forgets a peer; an unknown one is no error."""
        self._peers.pop(address, None)
        task = self._tasks.pop(address, None)
        if task is not None:
            task.cancel()
        self._on_change()

    async def probe(self, address: str) -> Peer | None:
        """Probes a known peer now; None where it was removed meanwhile."""
        try:
            result = await self._prober.probe(address)
        except PeerError as exc:
            return self._update(address, online=False, probed=True, round_trip_s=None, error=str(exc))
        return self._update(
            address, online=True, probed=True, status=result.status, round_trip_s=result.round_trip_s, error=""
        )

    def candidates(self, identity: str) -> tuple[Candidate, ...]:
        """The peers that could be a hop for this model, once for each of their shards of it."""
        return tuple(
            Candidate(p.address, span, p.round_trip_s or 0.0)
            for p in self._peers.values()
            for span in p.spans_of(identity)
        )

    def remembered(self) -> tuple[str, ...]:
        """The addresses to save."""
        return tuple(p.address for p in self._peers.values() if p.remembered)

    async def close(self) -> None:
        """Ends every probe."""
        tasks = list(self._tasks.values())
        self._tasks.clear()
        await _cancel(tasks)

    async def _keep_probing(self, address: str) -> None:
        while address in self._peers:
            try:
                await self.probe(address)
            except Exception:  # one odd answer must not leave the peer as it was for ever
                log.exception("probing %s failed", address)
            await asyncio.sleep(PROBE_EVERY_S)

    def _update(self, address: str, **changes: object) -> Peer | None:
        known = self._peers.get(address)
        if known is None:
            return None
        peer = replace(known, **changes)  # type: ignore[arg-type]
        self._peers[address] = peer
        if known.online != peer.online or not known.probed:
            log.info("peer %s is %s", address, "online" if peer.online else "offline")
        self._on_change()
        return peer


async def _cancel(tasks: Iterable[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
