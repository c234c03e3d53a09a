"""How the nodes of a bench and its head find each other: as members of a swarm of their own, or by plain http.

A swarm of a bench lives in a folder of its own: each node has its keys and its membership there, as a user's computer
has them in its configuration, and the head is the first member. Nothing of it outlives the bench.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from meshnet_gui.bench.own_head import OwnHead, own_head
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.swarm.membership import MembershipStore
from meshnet_gui.swarm.roads import MEMBER

SWARM = "bench"
OPEN_DEADLINE_S = 30.0
LOOK_EVERY_S = 0.05


class Meeting(Protocol):
    """``options`` and ``environ`` are for the process of the node at a place, by the place's number.

    ``folder`` is where the nodes leave what they say; it goes with the bench.
    """

    head: OwnHead
    folder: Path

    def options(self) -> list[str]: ...
    def environ(self, number: int) -> Mapping[str, str]: ...

    def address(self, number: int, said: Mapping[str, Any]) -> str:
        """Under which name the head knows the node, which has just said that it serves."""
        ...

    def introduce(self, address: str) -> None:
        """Tells the head of a node, where somebody has to. Blocks."""
        ...

    def forget(self, address: str) -> None:
        """Likewise that a node is never to come back. Blocks."""
        ...


class PlainHttp:
    """Nodes on loopback without encryption, each entered by hand; a new process is another stranger."""

    def __init__(self, head: OwnHead, folder: Path) -> None:
        self.head = head
        self.folder = folder

    def options(self) -> list[str]:
        return ["--no-swarm"]

    def environ(self, number: int) -> Mapping[str, str]:
        return {}

    def address(self, number: int, said: Mapping[str, Any]) -> str:
        return str(said["address"])

    def introduce(self, address: str) -> None:
        self.head.add(address)

    def forget(self, address: str) -> None:
        self.head.forget(address)


class InSwarm:
    """Members of one swarm: they find each other, and a node that is started again is the one that it was."""

    def __init__(self, head: OwnHead, folder: Path) -> None:
        self.head = head
        self.folder = folder
        self._invite = Invite.parse(_invite_of(head))
        self._node_ids: dict[int, str] = {}

    def options(self) -> list[str]:
        return ["--swarm", SWARM, "--host", "127.0.0.1"]

    def environ(self, number: int) -> Mapping[str, str]:
        """Makes the member, where it is not there yet."""
        folder = self.folder / f"node-{number + 1}"
        if number not in self._node_ids:
            folder.mkdir(mode=0o700)
            MembershipStore(folder).join(self._invite)
            identity = Identity.load_or_make(folder / "keys")
            self._node_ids[number] = identity.node_id
            identity.close()
        return {"MESHNET_CONFIG_DIR": str(folder)}

    def address(self, number: int, said: Mapping[str, Any]) -> str:
        return f"{MEMBER}{self._node_ids[number]}"

    def introduce(self, address: str) -> None:
        """It announces itself."""

    def forget(self, address: str) -> None:
        """The head finds that out by itself."""


def _invite_of(head: OwnHead) -> str:
    """A new swarm's, once it names an address at which the head answers. Raises MachineError."""
    head.create_swarm(SWARM)
    give_up_at = time.perf_counter() + OPEN_DEADLINE_S
    while not Invite.parse(invite := head.invite(SWARM)).rendezvous:
        if time.perf_counter() > give_up_at:
            raise MachineError("The swarm of the bench does not open.", head.core.snapshot().notice)
        time.sleep(LOOK_EVERY_S)
    return invite


@contextmanager
def meeting(spec: ModelSpec, *, plain_http: bool = False) -> Iterator[Meeting]:
    """A head that splits every answer over the nodes, and how they are to meet it; always ended."""
    with TemporaryDirectory(prefix="meshnet-bench-") as folder, own_head(spec, Path(folder) / "head") as head:
        yield PlainHttp(head, Path(folder)) if plain_http else InSwarm(head, Path(folder))
