"""This process's part in swarms: who it is, which swarms it belongs to, and its place in the active one.

Threads: the core loop only; files and keys are read on the default executor.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.concurrency.server import any_address, bind
from meshnet_gui.errors import MeshnetError
from meshnet_gui.runtime.presence import Presence
from meshnet_gui.runtime.snapshot import SwarmView
from meshnet_gui.swarm.credentials import Credentials
from meshnet_gui.swarm.directory import Directory
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.swarm.membership import Membership, MembershipStore
from meshnet_gui.swarm.probe import Prober
from meshnet_gui.swarm.record import ShardOffer
from meshnet_gui.swarm.roads import MEMBER, Roads
from meshnet_gui.types import NodeStatus

log = logging.getLogger(__name__)

TRY_AGAIN_S = 30.0  # where keys could not be read or written, as on a full disk
FIRST_PORT, NUM_PORTS = 33_000, 10_000


@dataclass(frozen=True, slots=True)
class Around:
    """What the swarm has to know of the rest of the program, and whom it tells.

    ``serving`` is host and port of our node's server, None while there is none. ``hand_over`` is awaited before another
    swarm becomes the active one, ``settle`` after it: the node's server shows other credentials then.
    """

    swarm_port: Callable[[], int]
    serving: Callable[[], tuple[str, int] | None]
    hand_over: Callable[[], Awaitable[None]]
    settle: Callable[[], Awaitable[None]]
    directory: Directory
    prober: Prober
    on_change: Callable[[], None]


class OwnSwarm:
    """Memberships, and our presence in the active swarm. ``chosen`` names another than the active one, "" none."""

    def __init__(self, folder: Path, chosen: str | None, around: Around) -> None:
        self._folder = folder
        self._store = MembershipStore(folder)
        self._chosen = chosen
        self._around = around
        self._memberships: tuple[Membership, ...] = ()
        self._identity: Identity | None = None
        self._changing = asyncio.Lock()
        self._seen = 0
        self._again_at = float("inf")
        self._said: tuple[NodeStatus, str, ShardOffer | None] = (NodeStatus(), "", None)
        self._unsubscribe: Callable[[], None] = lambda: None
        self.presence: Presence | None = None

    @property
    def credentials(self) -> Credentials | None:
        """Ours in the active swarm."""
        return self.presence.credentials if self.presence is not None else None

    @property
    def identity(self) -> Identity | None:
        """Our key; None while we are in no swarm."""
        return self._identity if self.presence is not None else None

    @property
    def node_id(self) -> str:
        """Ours; empty while we are in no swarm."""
        return self.presence.credentials.node_id if self.presence is not None else ""

    @property
    def notice(self) -> str:
        """What was found damaged, in a sentence for the user."""
        return self._store.notice

    # -- life -------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Takes part in the active swarm, if there is one. Raises a MeshnetError; all else works without it."""
        async with self._changing:
            await self._look()

    async def look_if_changed(self) -> None:
        """Takes up what another program of this user changed, like ``meshnet swarm leave``."""
        is_known = self._seen == self._stamp() and time.monotonic() < self._again_at
        if is_known or self._changing.locked():
            return
        try:
            async with self._changing:
                await self._look()
        except MeshnetError as exc:
            log.warning("the list of swarms cannot be taken up: %s", exc.text)

    async def stop(self) -> None:
        """Leaves the swarm's network. A second call does nothing."""
        async with self._changing:
            await self._close()
            if self._identity is not None:
                self._identity.close()
                self._identity = None

    # -- commands ---------------------------------------------------------------------------------------------------

    async def create(self, name: str) -> None:
        """A swarm of one, active from now on. Raises UserError or MachineError."""
        await self._edit(lambda store: store.create(name))

    async def join(self, invite: str) -> str:
        """By an invite's text; the swarm's name here. Raises UserError or MachineError."""
        parsed = Invite.parse(invite)
        joined: list[Membership] = []
        await self._edit(lambda store: joined.append(store.join(parsed)))
        return joined[0].name

    async def use(self, name: str) -> None:
        """Another swarm, or with an empty name none. Raises UserError or MachineError."""
        await self._edit(lambda store: store.use(name))

    async def leave(self, name: str) -> None:
        """Raises UserError or MachineError."""
        await self._edit(lambda store: store.leave(name))

    async def rotate(self, name: str) -> None:
        """Raises UserError or MachineError."""
        await self._edit(lambda store: store.rotate(name))

    async def invite(self, name: str) -> str:
        """The text that lets others in; in the active swarm with the addresses at which members answer now.

        Raises UserError or MachineError.
        """
        membership = await asyncio.to_thread(self._store.get, name)
        known = self.presence.rendezvous() if self._is_active(membership) and self.presence is not None else ()
        return membership.invite(known).encode()

    # -- the active swarm ---------------------------------------------------------------------------------------------

    def announce(self, status: NodeStatus, name: str, coming: ShardOffer | None = None) -> None:
        """What our node is now, and which layers are on their way to it."""
        self._said = status, name, coming
        if self.presence is not None:
            self.presence.announce(*self._said)

    def roads(self) -> Roads | None:
        """The roads to the active swarm's members; None while there is no such swarm."""
        return self.presence.roads if self.presence is not None else None

    def finds_for_s(self) -> float:
        """How long it may still take until the members are found who are there."""
        return self.presence.finds_for_s() if self.presence is not None else 0.0

    def road(self, node_id: str) -> str:
        """``direct`` or ``relayed``; "" where nobody knows."""
        return self.presence.roads.road(node_id) if self.presence is not None else ""

    async def wake(self) -> None:
        """After a sleep or a change of networks."""
        if self.presence is not None:
            await self.presence.wake()

    # -- views ------------------------------------------------------------------------------------------------------

    def views(self) -> tuple[SwarmView, ...]:
        """All swarms, in the order in which they came."""
        return tuple(map(self._view, self._memberships))

    def view(self) -> SwarmView | None:
        """The active one."""
        return self._view(self.presence.membership) if self.presence is not None else None

    def _view(self, membership: Membership) -> SwarmView:
        if self.presence is None or not self._is_active(membership):
            return SwarmView(membership.name, membership.swarm_id, rendezvous=membership.rendezvous)
        return SwarmView(
            membership.name,
            membership.swarm_id,
            state=self.presence.state,
            num_members=1 + len(self.presence.members.records()),
            rendezvous=membership.rendezvous,
            problem=self.presence.problem,
            reach=self.presence.reach,
        )

    def _is_active(self, membership: Membership) -> bool:
        return self.presence is not None and self.presence.membership.swarm_id == membership.swarm_id

    # -- inside -----------------------------------------------------------------------------------------------------

    async def _edit(self, edit: Callable[[MembershipStore], object]) -> None:
        """Changes what is remembered, then takes part in what is active now."""
        async with self._changing:
            await asyncio.to_thread(edit, self._store)
            self._chosen = None
            await self._look()

    def _stamp(self) -> int:
        """What changes with the file of memberships."""
        try:
            return self._store.path.stat().st_mtime_ns
        except OSError:
            return 0

    async def _look(self) -> None:
        """Takes part in what is to be active. Raises a MeshnetError, and then tries again after a while."""
        self._seen, self._again_at = self._stamp(), float("inf")
        try:
            await self._take_up()
        except MeshnetError:
            self._again_at = time.monotonic() + TRY_AGAIN_S
            self._around.on_change()
            raise

    async def _take_up(self) -> None:
        self._memberships = await asyncio.to_thread(self._store.list)
        active = await asyncio.to_thread(self._find)
        if active != (self.presence.membership if self.presence is not None else None):
            await self._around.hand_over()
            await self._close()
            try:
                if active is not None:
                    await self._prepare(active)
            except MeshnetError:
                await self._around.settle()
                raise
            await self._around.settle()  # before the others hear of us: our server shows what they expect
            if self.presence is not None:
                self.presence.announce(*self._said)
                await self.presence.open()
        self._around.on_change()

    def _find(self) -> Membership | None:
        if self._chosen is None:
            return self._store.active()
        return self._store.get(self._chosen) if self._chosen else None

    async def _prepare(self, membership: Membership) -> None:
        if self._identity is None:
            self._identity = await asyncio.to_thread(Identity.load_or_make, self._folder / "keys")
        identity = self._identity
        around = self._around
        presence = Presence(
            membership,
            identity,
            await asyncio.to_thread(Credentials, identity, membership),
            swarm_port=around.swarm_port() or await asyncio.to_thread(_usual_port, identity.node_id),
            serving=around.serving,
            directory=around.directory,
            on_change=around.on_change,
        )
        self.presence = presence
        around.directory.own_id = identity.node_id
        around.prober.use(presence.client, presence.roads)
        self._unsubscribe = around.directory.subscribe_gone(_dropping(presence.roads))

    async def _close(self) -> None:
        presence, self.presence = self.presence, None
        if presence is None:
            return
        self._unsubscribe()
        self._around.prober.use(None, None)
        await presence.close()
        self._around.directory.own_id = ""
        self._around.directory.forget_members()


def _dropping(roads: Roads) -> Callable[[str], None]:
    """Hangs up on members that are gone."""

    def drop(address: str) -> None:
        if address.startswith(MEMBER):
            roads.drop(address.removeprefix(MEMBER))

    return drop


def _usual_port(node_id: str) -> int:
    """The same each time, so that an invite which names it stays good; 0 (any) where another program has it."""
    port = FIRST_PORT + int(node_id[:8], 16) % NUM_PORTS
    try:
        bind(any_address(), port).close()
    except MeshnetError:
        return 0
    return port
