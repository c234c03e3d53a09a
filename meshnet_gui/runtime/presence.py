"""Our place in the active swarm: the overlay, who is there, the roads to them, and what we say of our own node.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from meshnet_gui import __version__
from meshnet_gui.concurrency.http_client import HttpClient
from meshnet_gui.errors import MeshnetError
from meshnet_gui.runtime.announce import with_status
from meshnet_gui.swarm.announcer import Announcer
from meshnet_gui.swarm.credentials import Credentials
from meshnet_gui.swarm.directory import Directory
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.lookout import Lookout, own_addresses
from meshnet_gui.swarm.members import Members
from meshnet_gui.swarm.membership import Membership
from meshnet_gui.swarm.network_access import access_problem
from meshnet_gui.swarm.overlay import Overlay
from meshnet_gui.swarm.overlay_config import OverlaySettings
from meshnet_gui.swarm.reachability import DialBack, at_port, explain
from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.swarm.roads import Roads
from meshnet_gui.swarm.tunnels import Tunnels
from meshnet_gui.swarm.wakefulness import Away, Wakefulness
from meshnet_gui.types import NodeStatus
from meshnet_gui.wire.status import PROTOCOL_VERSION

log = logging.getLogger(__name__)

OPEN_AGAIN_S = 5.0
FIND_S = 5.0
LOOK_FOR_NETWORK_S = 5.0
EVERY_ADDRESS = ("::", "0.0.0.0")
_NO_NETWORK = "127.0.0.1"


class Presence:
    """One swarm while it is active. ``open`` and ``close`` are paired.

    ``serving`` is host and port where our node's server listens, None while it does not. ``directory`` is told of the
    members.
    """

    def __init__(
        self,
        membership: Membership,
        identity: Identity,
        credentials: Credentials,
        *,
        swarm_port: int,
        serving: Callable[[], tuple[str, int] | None],
        directory: Directory,
        on_change: Callable[[], None],
    ) -> None:
        self.membership = membership
        self.credentials = credentials
        self.problem = ""
        self._serving = serving
        self._directory = directory
        self._on_change = on_change
        self.members = Members(membership.swarm_id, credentials.node_id, directory.member_heard, directory.member_gone)
        self.overlay = Overlay(
            credentials, OverlaySettings(membership.rendezvous, listen_port=swarm_port), self.members
        )
        self.members.use(self.overlay)
        self._tunnels = Tunnels(self.overlay, credentials.node_id, self._own_server)
        self.client = HttpClient(credentials.client_context, self._tunnels.dial)
        self.roads = Roads(self.client, directory.addresses_of, lambda node_id: node_id in self.overlay.alive)
        self._announcer = Announcer(self.overlay, identity, membership.swarm_id, _blank(credentials.node_id))
        self._dial_back = DialBack(self.overlay, identity, self._reach_member, self._seen_as, self._swarm_port)
        self._lookout = Lookout(
            self._dial_back, self._member_ids, self._port, on_change, self._own_addresses, self._swarm_port
        )
        self._wakefulness = Wakefulness(self._come_back)
        self._opening: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._opened_at = float("-inf")

    @property
    def state(self) -> str:
        """One of ``snapshot.SWARM_STATES``."""
        if self.problem:
            return "blocked"
        if not self.overlay.is_open:
            return "opening"
        return "connected" if self.members.records() else "alone"

    @property
    def reach(self) -> str:
        """Who reaches this computer directly, in plain words; empty while its node does not serve."""
        return explain(self._lookout.known) if self._lookout.known.port else ""

    def finds_for_s(self) -> float:
        """How long it may still take until the members are found who are there."""
        return max(0.0, self._opened_at + FIND_S - time.monotonic())

    def rendezvous(self) -> tuple[str, ...]:
        """Where members can be found now (``host:port``): here, as far as others may reach this computer."""
        port = self.overlay.port
        inside = tuple(_host_port(address, port) for address in own_addresses() or (_NO_NETWORK,)) if port else ()
        return tuple(dict.fromkeys((*self._lookout.known.rendezvous, *inside)))

    # -- life -------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Begins to take part. Where the network refuses, ``problem`` says so and it is tried again and again."""
        await self._tunnels.start()
        await self._announcer.start()
        await self._dial_back.start()
        self._opened_at = time.monotonic()
        self._open_soon()
        self._looking = asyncio.create_task(self._keep_looking_for_network(), name="network access")
        self._lookout.start()
        self._wakefulness.start()

    async def close(self) -> None:
        """Leaves; the others see it at once."""
        await self._wakefulness.close()
        for task in filter(None, (self._opening, self._looking)):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._opening = self._looking = None
        ours = self._lookout, self._dial_back, self._announcer
        for part in (*ours, self.roads, self._tunnels, self.overlay, self.members):
            with suppress(MeshnetError):
                await part.close()
        await self.client.close()

    async def wake(self) -> None:
        """After a sleep or a change of networks: every connection is made anew, and we are announced again."""
        self.roads.drop_all()
        self._tunnels.drop()
        await self.client.close()
        await self._join_anew()

    async def _join_anew(self) -> None:
        try:
            await self.overlay.reopen()
            self._say("")
        except MeshnetError as exc:
            self._say(str(exc))
            self._open_soon()
        self._announcer.again()
        self._lookout.look_again()

    async def _come_back(self, away: Away) -> None:
        if away.all_of_them:
            await self.wake()
            self._directory.probe_all()
        else:
            await self._join_anew()

    def _open_soon(self) -> None:
        if self._opening is None or self._opening.done():
            self._opening = asyncio.create_task(self._keep_opening(), name="overlay")

    async def _keep_opening(self) -> None:
        while True:
            try:
                await self.overlay.open()
            except MeshnetError as exc:
                self._say(str(exc))
                await asyncio.sleep(OPEN_AGAIN_S)
                continue
            self._say("")
            return

    async def _keep_looking_for_network(self) -> None:
        """While nobody is seen: whether this computer keeps us from it, which its user can mend."""
        while True:
            await asyncio.sleep(LOOK_FOR_NETWORK_S)
            if not self.overlay.is_open:
                continue
            if self.members.records():
                self._say("")
            else:
                swarm = self.membership
                self._say(await asyncio.to_thread(access_problem, swarm.swarm_id, swarm.rendezvous))

    # -- our own node -----------------------------------------------------------------------------------------------

    def announce(self, status: NodeStatus, name: str, coming: ShardOffer | None = None) -> None:
        """What our node is now; told to the others where it is worth it."""
        self._lookout.look_anew_if_moved()
        blank = _blank(self.credentials.node_id, name, self._lookout.urls())
        record = replace(with_status(blank, status, coming), is_relay=bool(self._lookout.known.rendezvous))
        self._announcer.announce(replace(record, round_trips=self._directory.landmarks()))

    def _own_server(self) -> tuple[str, int] | None:
        serving = self._serving()
        if serving is None or serving[0] not in EVERY_ADDRESS:
            return serving
        return "127.0.0.1", serving[1]

    # -- who reaches us ---------------------------------------------------------------------------------------------

    def _addresses_of(self, node_id: str) -> tuple[str, ...]:
        """What a member's own record says, and nobody else."""
        record = self.members.record(node_id)
        return record.addresses if record is not None else ()

    def _member_ids(self) -> list[str]:
        return [record.node_id for record in self.members.records()]

    def _port(self) -> int:
        serving = self._serving()
        return serving[1] if serving is not None else 0

    def _own_addresses(self) -> tuple[str, ...]:
        """Those that our node's server answers at; without a network this computer's own."""
        serving = self._serving()
        if serving is not None and serving[0] not in EVERY_ADDRESS:
            return (serving[0],)
        return own_addresses() or (_NO_NETWORK,)

    async def _reach_member(self, node_id: str, port: int) -> str:
        addresses = self._addresses_of(node_id)
        return await self.roads.reach(at_port(addresses, port) if port else addresses, node_id)

    def _swarm_port(self) -> int:
        return self.overlay.port

    def _seen_as(self, node_id: str) -> str:
        link = next((link for link in self.overlay.links() if link.name == node_id), None)
        return link.theirs.rpartition(":")[0].strip("[]") if link is not None else ""

    def _say(self, problem: str) -> None:
        if problem != self.problem:
            self.problem = problem
            self._on_change()


def computer_name() -> str:
    """What this computer calls itself."""
    name = "".join(c for c in socket.gethostname() if c.isprintable())[:64]
    return name or "a computer"


def _host_port(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _blank(node_id: str, name: str = "", addresses: tuple[str, ...] = ()) -> NodeRecord:
    return NodeRecord(
        node_id, name or f"node {node_id[:8]}", 0, 0, PROTOCOL_VERSION, __version__, "off", addresses=addresses
    )
