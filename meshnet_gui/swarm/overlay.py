"""The overlay: the network of all members that find each other, pass on what others send, and see who comes and goes.

It carries small things: who is there, records, requests, and the bytes of relayed connections. Links are TLS between
members, but whatever passes through a third member was open to it, and any member may speak under any key. So nothing
that comes from here is trusted without a signature or an inner TLS: that is for the callers.

Threads: the core loop only; zenoh's own threads hand everything over to it.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import zenoh

from meshnet_gui.concurrency.lane import Lane
from meshnet_gui.errors import MachineError, MeshnetError, PortInUse, SwarmError
from meshnet_gui.swarm.credentials import Credentials
from meshnet_gui.swarm.hearing import Hearing
from meshnet_gui.swarm.node_id import is_node_id
from meshnet_gui.swarm.overlay_calls import SessionBroken, free_port, guarded, host_port, lacks_ipv6, open_error
from meshnet_gui.swarm.overlay_config import MAX_MESSAGE_BYTES, OverlaySettings, session_config
from meshnet_gui.swarm.overlay_inbox import Inbox, Receiver

log = logging.getLogger(__name__)

NODE_KEY, RECORD_KEY = "meshnet/node", "meshnet/record"
CLOSE_DEADLINE_S = 5.0
REJOIN_S = 5.0  # after a reopening, members that are not seen again by then are gone
SETTLE_S = 0.3  # zenoh works out its ways 0.1 s after a change; whoever comes back within that is taken for who left
HEAR_EVERY_S = 10.0  # between two looks whether we hear of our neighbours
HEAR_SOON_S, NUM_SOON = 0.4, 6  # after we joined, or somebody left
MAX_ANSWERING = 64
MAX_ALIVE = 20_000

Handler = Callable[[bytes], Awaitable[bytes]]
Acceptable = Callable[[bytes], bool]


class OverlayListener(Protocol):
    """Told on the core loop. A member may be told to be alive again without having gone: what it said may be old.

    Anybody in the swarm can claim another's id here.
    """

    def on_alive(self, node_id: str) -> None: ...
    def on_gone(self, node_id: str) -> None: ...
    def on_record(self, node_id: str, signed: bytes) -> None: ...


@dataclass(frozen=True, slots=True)
class Link:
    """One connection to a member next to us. ``ours`` and ``theirs`` are ``host:port``; ``name`` its certificate's."""

    name: str
    ours: str
    theirs: str


class Registration:
    """Something declared on the overlay until ``close``; it survives a reopening."""

    def __init__(self, overlay: Overlay, declare: Callable[[zenoh.Session], Any]) -> None:
        self._overlay = overlay
        self.declare = declare
        self.declared: Any = None

    async def close(self) -> None:
        """A second call does nothing."""
        await self._overlay.withdraw(self)


class Overlay:
    """One member's session. ``open`` and ``close`` are paired; what is registered before ``open`` counts too."""

    def __init__(self, credentials: Credentials, settings: OverlaySettings, listener: OverlayListener) -> None:
        self._credentials = credentials
        self._settings = settings
        self._listener = listener
        self._session: zenoh.Session | None = None
        self._registered: list[Registration] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._inbox: Inbox | None = None
        self._lane = Lane("meshnet-overlay")
        self._changing = asyncio.Lock()
        self._kept: list[Any] = []
        self._hearing: asyncio.Task[None] | None = None
        self._alive: set[str] = set()
        self._missed: set[str] = set()
        self._soon = NUM_SOON
        self._left = asyncio.Event()
        self._is_broken = self._is_closed = False
        self._answering: set[asyncio.Task[None]] = set()
        self.port = settings.listen_port
        self.dropped: Counter[str] = Counter()

    @property
    def is_open(self) -> bool:
        return self._session is not None

    @property
    def alive(self) -> frozenset[str]:
        """The ids under which somebody is there now, without our own."""
        return frozenset(self._alive)

    # -- life -------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Joins the swarm's network: at once, also where nobody else is there. Raises PortInUse or MachineError."""
        async with self._changing:
            await self._open()
        if self._hearing is None:
            self._hearing = self._spawn(self._keep_hearing())

    async def close(self) -> None:
        """Leaves; the others see it at once. A second call does nothing."""
        self._is_closed = True
        async with self._changing:
            await self._close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._lane.close()

    async def reopen(self) -> None:
        """Drops every connection and joins anew, as after a sleep or a change of networks. Raises MachineError."""
        async with self._changing:
            self._missed |= self._alive
            await self._close()
            await asyncio.sleep(SETTLE_S)
            await self._open()

    async def _open(self) -> None:
        if self._session is not None or self._is_closed:
            return
        loop = asyncio.get_running_loop()
        inbox = Inbox(loop, self.dropped)
        port = self.port or free_port()
        try:
            session = await self._opened(port)
        except PortInUse:
            if not self._is_broken:
                raise
            port = free_port()  # the session that failed still holds ours
            session = await self._opened(port)
        atexit.register(session.close)  # a session that is open when the interpreter ends would keep it from ending
        self._session, self._inbox, self.port = session, inbox, port
        self._is_broken = False
        try:
            await asyncio.to_thread(guarded, partial(self._declare_all, session, inbox))
        except SwarmError as exc:
            await self._close()
            raise MachineError(f"The swarm's network cannot be used. {exc.text}") from exc
        if self._missed:
            self._spawn(self._miss())
        self._soon = NUM_SOON
        log.info("joined the swarm's network, listening on port %d", port)

    async def _opened(self, port: int) -> zenoh.Session:
        """A new session; none is left over where this is cancelled."""
        opening = asyncio.ensure_future(asyncio.to_thread(self._open_session, port))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            opening.add_done_callback(_close_late)
            raise

    def _open_session(self, port: int) -> zenoh.Session:
        try:
            return zenoh.open(session_config(self._credentials, self._settings, port))
        except zenoh.ZError as exc:
            if not lacks_ipv6(exc):
                raise open_error(exc, port) from exc
        try:
            settings = replace(self._settings, listen_host="0.0.0.0")
            return zenoh.open(session_config(self._credentials, settings, port))
        except zenoh.ZError as exc:
            raise open_error(exc, port) from exc

    def _declare_all(self, session: zenoh.Session, inbox: Inbox) -> None:
        for registration in self._registered:
            registration.declared = registration.declare(session)
        liveliness = session.liveliness()
        self._kept = [  # what nobody refers to would be withdrawn
            session.declare_subscriber(f"{RECORD_KEY}/*", inbox.receiver(self._take_record)),
            liveliness.declare_subscriber(f"{NODE_KEY}/*", inbox.watcher(self._take_liveliness), history=True),
            liveliness.declare_token(f"{NODE_KEY}/{self._credentials.node_id}"),
        ]

    async def _close(self) -> None:
        session, self._session = self._session, None
        if session is None:
            return
        if self._inbox is not None:
            self._inbox.close()
        self._alive.clear()
        for registration in self._registered:
            registration.declared = None
        self._kept = []
        atexit.unregister(session.close)
        with suppress(TimeoutError):  # it goes on closing by itself
            async with asyncio.timeout(CLOSE_DEADLINE_S):
                await asyncio.shield(asyncio.to_thread(_close_quietly, session))
        log.info("left the swarm's network")

    # -- who is there -----------------------------------------------------------------------------------------------

    def _take_liveliness(self, key: str, is_there: bool) -> None:
        node_id = _id_in(key)
        if node_id is None or node_id == self._credentials.node_id:
            self.dropped["odd"] += node_id is None
        elif not is_there:
            self._alive.discard(node_id)
            self._missed.discard(node_id)
            self._left.set()
            self._listener.on_gone(node_id)
        elif node_id in self._alive or len(self._alive) < MAX_ALIVE:
            self._alive.add(node_id)
            self._missed.discard(node_id)
            self._listener.on_alive(node_id)
        else:
            self.dropped["too_many"] += 1

    def _take_record(self, key: str, signed: bytes) -> None:
        node_id = _id_in(key)
        if node_id is None:
            self.dropped["odd"] += 1
        elif node_id != self._credentials.node_id:
            self._listener.on_record(node_id, signed)

    async def _miss(self) -> None:
        await asyncio.sleep(REJOIN_S)
        missed, self._missed = self._missed - self._alive, set()
        for node_id in sorted(missed):
            self._listener.on_gone(node_id)

    async def _keep_hearing(self) -> None:
        """Joins anew where ``Hearing`` says so."""
        hearing = Hearing()
        while True:
            await self._until_next_look()
            neighbours = {link.name for link in self.links() if is_node_id(link.name)}
            if not self.is_open:  # joining anew failed
                with suppress(MeshnetError):
                    await self.open()
                continue
            if not hearing.should_rejoin(neighbours, self._alive) and not self._is_broken:
                continue
            log.info("joining the swarm's network again: what is heard does not fit our %d links", len(neighbours))
            with suppress(MeshnetError):
                await asyncio.sleep(random.uniform(0.0, SETTLE_S))  # not all who were hit by the same at once
                await self.reopen()

    async def _until_next_look(self) -> None:
        if self._soon > 0:
            self._soon -= 1
            await asyncio.sleep(HEAR_SOON_S)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(HEAR_EVERY_S):
                await self._left.wait()
        self._left.clear()
        self._soon = NUM_SOON

    def links(self) -> tuple[Link, ...]:
        """The connections to members next to us, as of now."""
        if self._session is None:
            return ()
        try:
            session = self._session
            links = guarded(lambda: session.info.links())
        except SessionBroken:
            self._is_broken = True
            return ()
        return tuple(Link(link.auth_identifier or "", host_port(link.src), host_port(link.dst)) for link in links)

    # -- what it carries --------------------------------------------------------------------------------------------

    async def publish_record(self, signed: bytes) -> None:
        """Sends our own signed record to all members that are there. Raises SwarmError."""
        await self.put(f"{RECORD_KEY}/{self._credentials.node_id}", signed)

    async def put(self, key: str, payload: bytes) -> None:
        """Sends to whoever has subscribed; puts arrive in the order in which they were awaited.

        Waits where the network is slower than we are. Nobody listening is no error. Raises SwarmError.
        """
        session = self._open_or_raise()
        _check_size(payload)
        await self._use(
            lambda: session.put(key, payload, congestion_control=zenoh.CongestionControl.BLOCK, express=True)
        )

    async def subscribe(self, key: str, receive: Receiver) -> Registration:
        """Hands every message under a key expression to ``receive(key, payload)`` on the core loop, in order."""

        def declare(session: zenoh.Session) -> Any:
            return session.declare_subscriber(key, self._open_inbox().receiver(receive))

        return await self._register(declare)

    async def request(
        self, key: str, payload: bytes, *, timeout_s: float, acceptable: Acceptable = lambda reply: True
    ) -> bytes:
        """The first acceptable answer of those who serve a key; others may answer under it as well.

        Raises TimeoutError where there is none in time, or SwarmError.
        """
        session = self._open_or_raise()
        _check_size(payload)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes] = loop.create_future()
        inbox = self._open_inbox()

        def take(reply: bytes) -> None:
            if not answer.done() and acceptable(reply):
                answer.set_result(reply)

        def end() -> None:
            if not answer.done():
                answer.set_exception(TimeoutError())

        handler = inbox.replies(take, end)
        cancel = zenoh.CancellationToken()
        try:
            await self._use(
                lambda: session.get(
                    key,
                    handler,
                    target=zenoh.QueryTarget.ALL,
                    consolidation=zenoh.ConsolidationMode.NONE,
                    timeout=timeout_s,
                    payload=payload,
                    cancellation_token=cancel,
                )
            )
            async with asyncio.timeout(timeout_s):
                return await answer
        finally:
            cancel.cancel()
            answer.cancel()  # nobody waits for it any more

    async def serve(self, key: str, handler: Handler) -> Registration:
        """Answers requests under a key. Where the handler raises, or too many are in work, the asker gets nothing."""

        def declare(session: zenoh.Session) -> Any:
            return session.declare_queryable(key, self._open_inbox().queries(lambda q: self._take_query(q, handler)))

        return await self._register(declare)

    def _take_query(self, query: zenoh.Query, handler: Handler) -> None:
        if len(self._answering) >= MAX_ANSWERING:
            self.dropped["busy"] += 1
            query.drop()
        else:
            self._answering.add(task := self._spawn(self._answer(query, handler)))
            task.add_done_callback(self._answering.discard)

    async def _answer(self, query: zenoh.Query, handler: Handler) -> None:
        try:
            asked = query.payload
            reply = await handler(asked.to_bytes() if asked is not None else b"")
            await self._use(lambda: query.reply(query.key_expr, reply, express=True))
        except (ValueError, SwarmError, RuntimeError) as exc:
            log.debug("a request was not answered (%s)", type(exc).__name__)
        finally:
            query.drop()

    async def _register(self, declare: Callable[[zenoh.Session], Any]) -> Registration:
        registration = Registration(self, declare)
        async with self._changing:
            self._registered.append(registration)
            if self._session is not None:
                registration.declared = await asyncio.to_thread(guarded, partial(declare, self._session))
        return registration

    async def withdraw(self, registration: Registration) -> None:
        async with self._changing:
            if registration in self._registered:
                self._registered.remove(registration)
            declared, registration.declared = registration.declared, None
            if declared is not None and self._session is not None:
                await asyncio.to_thread(guarded, declared.undeclare)

    async def _use(self, call: Callable[[], object]) -> None:
        """Raises SwarmError."""
        try:
            await self._lane.run(partial(guarded, call))
        except SessionBroken:
            self._is_broken = True
            self._left.set()  # do not wait for the next look
            raise

    def _open_or_raise(self) -> zenoh.Session:
        if self._session is None:
            raise SwarmError("The swarm's network is not open.")
        return self._session

    def _open_inbox(self) -> Inbox:
        if self._inbox is None:
            raise SwarmError("The swarm's network is not open.")
        return self._inbox

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _id_in(key: str) -> str | None:
    node_id = key.rpartition("/")[2]
    return node_id if is_node_id(node_id) else None


def _check_size(payload: bytes) -> None:
    if len(payload) > MAX_MESSAGE_BYTES:
        raise SwarmError("A message is too large for the swarm's network.")


def _close_quietly(session: zenoh.Session) -> None:
    with suppress(SwarmError):
        guarded(lambda: session.close())


def _close_late(opening: asyncio.Future[zenoh.Session]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        opening.result().close()
