"""Which route a chat takes, who could take a lost hop's place, and when that has changed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import pytest

from meshnet_gui.errors import NoRoute, UserError
from meshnet_gui.head.hop_client import LOCAL
from meshnet_gui.runtime.routes import SPLIT, Now, Routes
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.peer import Peer
from meshnet_gui.swarm.penalties import Penalties
from meshnet_gui.swarm.routing import Candidate
from meshnet_gui.types import Hop, NodeStatus, Route, ShardStatus, Span
from tests.fleet import in_loop, tiny_spec, until

SPEC = tiny_spec("llama", Path("nowhere"))
WHOLE = Span(0, 6)
KNOWN = [Candidate("whole", WHOLE), Candidate("half", Span(3, 6)), Candidate("middle", Span(2, 4))]


@dataclass
class Around:
    """What the routes are made of; also the fake of each of them."""

    known: list[Candidate] = field(default_factory=list)
    online: dict[str, Peer] = field(default_factory=dict)
    served: tuple[Span, ...] = ()
    fits_here: bool = False
    settings: Settings = field(default_factory=Settings)
    is_in_swarm: bool = False
    told: list[str] = field(default_factory=list)

    @property
    def state(self) -> str:
        return "ready" if self.served else "off"

    def status(self) -> NodeStatus:
        shards = tuple(ShardStatus("ready", "tiny", str(SPEC.identity), span, 6) for span in self.served)
        return NodeStatus(state=self.state, shards=shards)

    def candidates(self, identity: str) -> tuple[Candidate, ...]:
        return tuple(self.known)

    def peers(self) -> tuple[Peer, ...]:
        return tuple(self.online.values())

    async def probe(self, address: str) -> None:
        """Nothing new is heard."""

    def get(self, address: str) -> Peer | None:
        return self.online.get(address)

    def chosen(self) -> Any:
        return SPEC

    def view(self, spec: Any) -> Any:
        return self

    sizes = None

    def fits(self, *_: Any) -> bool:
        return self.fits_here

    def holds(self, spec: Any) -> bool:
        return False

    def routes(self) -> Routes:
        now = Now(lambda: self.settings, lambda: 1, lambda: 0.0, lambda: self.is_in_swarm, self.told.append)
        fake = cast("Any", self)
        return Routes(now, fake, fake, fake, fake, Penalties())


def test_a_model_that_fits_runs_here_unless_the_node_serves_it_or_the_swarm_is_wanted() -> None:
    around = Around(known=KNOWN, fits_here=True)
    assert around.routes().shown(SPEC)[0] == Route((Hop(LOCAL, WHOLE),))
    around.settings = Settings(route="split")
    route, missing, note = around.routes().shown(SPEC)
    assert (route, missing, note) == (Route((Hop("whole", WHOLE),)), (), SPLIT)
    around.settings = Settings(contributing=True)
    assert not around.routes().runs_alone(SPEC)


def test_in_a_swarm_a_node_that_chooses_by_itself_serves_all_only_once_it_does() -> None:
    around = Around(fits_here=True, settings=Settings(contributing=True), is_in_swarm=True, served=(Span(0, 2),))
    assert around.routes().runs_alone(SPEC)
    around.served = (WHOLE,)
    assert not around.routes().runs_alone(SPEC)


def test_split_leaves_this_computer_out_where_others_have_all_layers() -> None:
    around = Around(known=KNOWN, served=(WHOLE,), settings=Settings(contributing=True, route="split"))
    assert around.routes().shown(SPEC)[0] == Route((Hop("whole", WHOLE),))
    around.known = KNOWN[1:]
    assert around.routes().shown(SPEC)[0] == Route((Hop(LOCAL, WHOLE),))


@in_loop
async def test_who_has_no_room_for_the_answer_is_taken_only_where_nobody_else_serves_its_layers() -> None:
    full, empty = replace(KNOWN[0], address="full", free_tokens=10), replace(KNOWN[0], free_tokens=1000, queue_s=9.0)
    around = Around(known=[full, empty])
    assert (await around.routes().route(SPEC, 4, 4)).hops[0].address == "full"
    assert (await around.routes().route(SPEC, 4, 100)).hops[0].address == "whole"
    around.known = [full]
    assert (await around.routes().route(SPEC, 4, 100)).hops[0].address == "full"


@in_loop
async def test_who_is_getting_ready_is_waited_for_and_who_fails_is_not() -> None:
    shard = ShardStatus("joining", "tiny", str(SPEC.identity), WHOLE, 6)
    joining = Peer("a", False, online=True, status=NodeStatus(state="joining", shards=(shard,)))
    around = Around(online={"a": joining})
    routes = around.routes()
    asked = asyncio.create_task(routes.route(SPEC))
    await until(lambda: any("Waiting" in text for text in around.told))
    around.known = [KNOWN[0]]
    routes.look()
    assert (await asked).hops == (Hop("whole", WHOLE),)
    assert around.told[-1] == ""
    around.known = []
    asked = asyncio.create_task(routes.route(SPEC))
    await until(lambda: "Waiting" in around.told[-1])
    around.online = {}
    routes.look()
    with pytest.raises(NoRoute):
        await asked


@in_loop
async def test_who_lacks_layers_on_the_disk_is_told_how_to_get_them() -> None:
    partly = replace(SPEC, held=frozenset({"layer-00001"}))
    with pytest.raises(UserError, match=r"on this disk.*meshnet models get tiny"):
        await Around(settings=Settings(route="alone")).routes().route(partly)
    with pytest.raises(NoRoute, match="meshnet models get tiny"):
        await Around().routes().route(partly)
    with pytest.raises(UserError, match="does not fit"):
        await Around(settings=Settings(route="alone")).routes().route(SPEC)


def test_layers_that_nobody_serves_are_named() -> None:
    assert Around(known=KNOWN[1:]).routes().shown(SPEC)[:2] == (None, (Span(0, 2),))


def test_members_are_not_blamed_for_a_swarm_that_we_left() -> None:
    around = Around(online={"node:here": Peer("node:here", False)}, is_in_swarm=True)
    routes = around.routes()
    for address in ("node:here", "node:of-another-swarm", "http://plain:1"):
        routes.note(address)
        routes.succeeded("http://other:1")
    assert set(routes._penalties._records) == {"node:here", "http://plain:1"}
    around.is_in_swarm, routes = False, around.routes()
    routes.note("node:here")
    assert not routes._penalties._records


def test_replacement_covers_exactly_the_lost_layers_and_avoids_who_failed() -> None:
    routes = Around(known=KNOWN).routes()
    assert routes.replacement(SPEC, Span(2, 4), frozenset({"whole"})) == (Hop("middle", Span(2, 4)),)
    assert routes.replacement(SPEC, Span(2, 5), frozenset({"whole"})) in (
        (Hop("middle", Span(2, 3)), Hop("half", Span(3, 5))),
        (Hop("middle", Span(2, 4)), Hop("half", Span(4, 5))),
    )
    assert routes.replacement(SPEC, Span(0, 4), frozenset({"whole"})) is None


def test_our_own_node_may_take_a_lost_hops_place() -> None:
    routes = Around(known=KNOWN, served=(Span(0, 3),)).routes()
    assert routes.replacement(SPEC, Span(0, 2), frozenset({"whole"})) == (Hop(LOCAL, Span(0, 2)),)


def test_peer_that_says_so_is_leaving_and_an_unknown_one_is_not() -> None:
    here = Peer("here", False, online=True, status=NodeStatus(state="ready"))
    routes = Around(online={"here": here, "leaving": replace(here, status=NodeStatus(state="draining"))}).routes()
    assert [routes.is_leaving(address) for address in ("here", "leaving", "nobody")] == [False, True, False]


@in_loop
async def test_everybody_who_waits_hears_of_a_change_and_only_of_the_next_one() -> None:
    routes = Around().routes()
    routes.look()
    waiting = [asyncio.create_task(routes.changed()) for _ in range(2)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    routes.look()
    await asyncio.gather(*waiting)
