"""Who could take a lost hop's place, and when that has changed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from meshnet_gui.runtime.standby import Standby
from meshnet_gui.swarm.peer import Peer
from meshnet_gui.swarm.routing import Candidate
from meshnet_gui.types import Hop, NodeStatus, Span
from tests.fleet import in_loop, tiny_spec

SPEC = tiny_spec("llama", Path("nowhere"))
KNOWN = [Candidate("whole", Span(0, 6)), Candidate("half", Span(3, 6)), Candidate("middle", Span(2, 4))]


def test_replacement_covers_exactly_the_lost_layers_and_avoids_who_failed() -> None:
    standby = Standby(lambda spec: KNOWN, lambda address: None)
    assert standby.replacement(SPEC, Span(2, 4), frozenset({"whole"})) == (Hop("middle", Span(2, 4)),)
    assert standby.replacement(SPEC, Span(2, 5), frozenset({"whole"})) in (
        (Hop("middle", Span(2, 3)), Hop("half", Span(3, 5))),
        (Hop("middle", Span(2, 4)), Hop("half", Span(4, 5))),
    )
    assert standby.replacement(SPEC, Span(0, 4), frozenset({"whole"})) is None


def test_peer_that_says_so_is_leaving_and_an_unknown_one_is_not() -> None:
    here = Peer("here", False, online=True, status=NodeStatus(state="ready"))
    peers = {"here": here, "leaving": replace(here, status=NodeStatus(state="draining"))}
    standby = Standby(lambda spec: (), peers.get)
    assert [standby.is_leaving(address) for address in ("here", "leaving", "nobody")] == [False, True, False]


@in_loop
async def test_everybody_who_waits_hears_of_a_change_and_only_of_the_next_one() -> None:
    standby = Standby(lambda spec: (), lambda address: None)
    standby.look()
    waiting = [asyncio.create_task(standby.changed()) for _ in range(2)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    standby.look()
    await asyncio.gather(*waiting)
