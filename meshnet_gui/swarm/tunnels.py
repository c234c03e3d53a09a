"""The tunnels of this process: those that it dials, and those that others open to its node's server.

Used only where no address of a node answers. Every member has one mailbox on the overlay; a frame says which tunnel it
is of. Bounded: the tunnels of one peer and of all, what each may keep, and how long one may idle.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
from collections.abc import Callable, Collection, Coroutine
from dataclasses import replace
from typing import Protocol

from meshnet_gui.errors import SwarmError
from meshnet_gui.swarm.tunnel import Tunnel
from meshnet_gui.swarm.tunnel_frame import VERSION, Frame, Kind, encode, parse

log = logging.getLogger(__name__)

MAX_TUNNELS = 48  # of either kind; fewer than a server takes from one address, where those of others seem to come from
MAX_TUNNELS_PER_PEER = 16
IDLE_S = 90.0  # longer than either end keeps an idle connection
BEGIN_S = 10.0  # within it whoever opened a tunnel has sent the two flights of a handshake, or it ends
MAX_WAITING = 1024  # frames that the overlay has not taken yet: beyond it nobody is told that there is no such tunnel
SWEEP_EVERY_S = 2.0
CONNECT_DEADLINE_S = 3.0


class Subscription(Protocol):
    """What is heard until ``close``."""

    async def close(self) -> None: ...


class Carrier(Protocol):
    """What carries frames between members: ``swarm.overlay.Overlay``, or a fake of it. Threads: the core loop."""

    async def put(self, key: str, payload: bytes) -> None:
        """Sends; payloads arrive in the order in which they were awaited, or some are lost. Raises SwarmError."""
        ...

    async def subscribe(self, key: str, receive: Callable[[str, bytes], None]) -> Subscription:
        """Has ``receive`` called with key and payload of what others put there."""
        ...


def mailbox(node_id: str) -> str:
    """The key at which a member receives frames."""
    return f"meshnet/tunnel/{node_id}"


class Tunnels:
    """Both kinds of tunnels over one carrier. ``server`` says where our node listens, None while it does not.

    Threads: the core loop only.
    """

    def __init__(
        self, carrier: Carrier, node_id: str, server: Callable[[], tuple[str, int] | None] = lambda: None
    ) -> None:
        self._carrier = carrier
        self._node_id = node_id
        self._server = server
        self._tunnels: dict[bytes, Tunnel] = {}
        self._accepted: set[bytes] = set()  # those that others opened
        self._tasks: set[asyncio.Task[None]] = set()
        self._subscription: Subscription | None = None
        self._sweep: asyncio.TimerHandle | None = None
        self.num_dropped = 0

    def __len__(self) -> int:
        return len(self._tunnels)

    async def start(self) -> None:
        """Opens the mailbox, on the running loop."""
        self._loop = asyncio.get_running_loop()
        self._subscription = await self._carrier.subscribe(mailbox(self._node_id), self._received)

    async def dial(self, address: str) -> socket.socket | None:
        """A connected socket whose other end is the server of ``node:<node id>``; None for any other address.

        Nothing is waited for: where nobody answers, the handshake on it does not end. Raises OSError.
        """
        scheme, _, node_id = address.partition(":")
        if scheme != "node":
            return None
        if self._subscription is None:
            raise ConnectionRefusedError("the tunnels are closed")
        if not self._has_room_for(node_id, self._tunnels.keys() - self._accepted):
            raise ConnectionRefusedError("too many tunnels")
        tunnel = self._new(secrets.token_bytes(16), node_id)
        ours, theirs = socket.socketpair()
        try:
            ours.setblocking(False)
            theirs.setblocking(False)
            self._put(node_id, Frame(Kind.OPEN, tunnel.tunnel_id, self._node_id, VERSION))
            await self._loop.create_connection(lambda: tunnel, sock=ours)
        except BaseException:
            tunnel.end()
            ours.close()
            theirs.close()
            raise
        return theirs

    def drop(self, node_id: str = "") -> None:
        """Ends the tunnels of one peer, or all."""
        for tunnel in list(self._tunnels.values()):
            if node_id in ("", tunnel.peer):
                tunnel.end()

    async def close(self) -> None:
        """Ends every tunnel and the mailbox. A second call does nothing."""
        subscription, self._subscription = self._subscription, None
        if subscription is None:
            return
        self.drop()
        await asyncio.sleep(0)  # the goodbyes are on their way
        await subscription.close()
        self.drop()
        if self._sweep is not None:
            self._sweep.cancel()
            self._sweep = None
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- frames -----------------------------------------------------------------------------------------------------

    def _received(self, key: str, data: bytes) -> None:
        try:
            frame = parse(data)
        except ValueError:
            self.num_dropped += 1
            return
        tunnel = self._tunnels.get(frame.tunnel_id)
        if tunnel is not None:
            tunnel.frame_received(frame)
        elif frame.kind == Kind.OPEN:
            self._accept(frame)
        else:
            self.num_dropped += 1
            if frame.kind == Kind.DATA:  # of a tunnel from before a restart: its other end need not wait
                self._refuse(frame)

    def _accept(self, frame: Frame) -> None:
        server = self._server()
        is_known_version = frame.number == VERSION
        if server is None or not is_known_version or not self._has_room_for(frame.sender, self._accepted):
            log.debug("a tunnel was refused: %s", "no server" if server is None else "no room, or another version")
            self._refuse(frame)
            return
        tunnel = self._new(frame.tunnel_id, frame.sender)
        self._accepted.add(frame.tunnel_id)
        self._spawn(self._connect(tunnel, server))
        self._loop.call_later(BEGIN_S, self._end_unbegun, tunnel)

    async def _connect(self, tunnel: Tunnel, server: tuple[str, int]) -> None:
        try:
            async with asyncio.timeout(CONNECT_DEADLINE_S):
                await self._loop.create_connection(lambda: tunnel, *server)
        except OSError as exc:  # TimeoutError among them
            log.info("a tunnel found no server: %s", exc)
            tunnel.end()

    def _refuse(self, frame: Frame) -> None:
        """Closes what the other end believes to be open."""
        if len(self._tasks) >= MAX_WAITING:
            return
        self._put(frame.sender, replace(frame, kind=Kind.CLOSE, sender=self._node_id, number=0, payload=b""))

    def _put(self, node_id: str, frame: Frame) -> None:
        self._spawn(self._carry(node_id, frame))  # tasks begin in the order in which they were made

    async def _carry(self, node_id: str, frame: Frame) -> None:
        try:
            await self._carrier.put(mailbox(node_id), encode(frame))
        except (SwarmError, RuntimeError) as exc:  # the latter where the overlay closes this moment
            log.debug("a tunnel broke: %s", exc)
            tunnel = self._tunnels.get(frame.tunnel_id)
            if tunnel is not None:
                tunnel.end(tell=False)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(work, name="tunnel")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- bounds -----------------------------------------------------------------------------------------------------

    def _has_room_for(self, node_id: str, tunnels: Collection[bytes]) -> bool:
        """Beside those of one kind: what others open leaves room for our own."""
        num_of_peer = sum(self._tunnels[tunnel_id].peer == node_id for tunnel_id in tunnels)
        return len(tunnels) < MAX_TUNNELS and num_of_peer < MAX_TUNNELS_PER_PEER

    def _new(self, tunnel_id: bytes, peer: str) -> Tunnel:
        tunnel = Tunnel(self._loop, tunnel_id, self._node_id, peer, lambda frame: self._put(peer, frame), self._ended)
        self._tunnels[tunnel_id] = tunnel
        if self._sweep is None:
            self._sweep = self._loop.call_later(SWEEP_EVERY_S, self._end_the_idle)
        return tunnel

    def _ended(self, tunnel: Tunnel) -> None:
        self._tunnels.pop(tunnel.tunnel_id, None)
        self._accepted.discard(tunnel.tunnel_id)

    def _end_unbegun(self, tunnel: Tunnel) -> None:
        if tunnel.num_received_frames < 2:
            tunnel.end()

    def _end_the_idle(self) -> None:
        now = self._loop.time()
        for tunnel in list(self._tunnels.values()):
            if now - tunnel.moved_at > IDLE_S:
                tunnel.end()
        self._sweep = self._loop.call_later(SWEEP_EVERY_S, self._end_the_idle) if self._tunnels else None
