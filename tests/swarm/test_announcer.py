"""What is told of our own node, and when: changes at once, drift seldom, everything now and then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from meshnet_gui.errors import SwarmError
from meshnet_gui.swarm import announcer as announcer_module
from meshnet_gui.swarm.announcer import Announcer
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.members import INFO_KEY
from meshnet_gui.swarm.record import NodeRecord
from meshnet_gui.swarm.signed_record import open_answer, open_record
from tests.fleet import in_loop, until
from tests.swarm.records import OFFER, SWARM, FakeOverlay, record

ME = Identity.make()
LONG_S = 100.0


@asynccontextmanager
async def announcer(overlay: FakeOverlay) -> AsyncIterator[Announcer]:
    made = Announcer(overlay, ME, SWARM, record(ME))
    await made.start()
    try:
        await until(lambda: len(overlay.published) == 1)
        yield made
    finally:
        await made.close()


def told(overlay: FakeOverlay) -> list[NodeRecord]:
    return [open_record(signed, SWARM) for signed in overlay.published]


@pytest.fixture(autouse=True)
def times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what others count on is told soon."""
    monkeypatch.setattr(announcer_module, "AFTER_JOINING_S", ())
    for name, seconds in (("AT_ONCE_S", 0.001), ("FLOOR_S", LONG_S), ("DRIFT_S", LONG_S), ("AGAIN_S", LONG_S)):
        monkeypatch.setattr(announcer_module, name, seconds)


@in_loop
async def test_change_of_what_others_count_on_is_told_with_a_higher_sequence() -> None:
    overlay = FakeOverlay()
    async with announcer(overlay) as mine:
        mine.announce(record(ME, state="draining", shards=(replace(OFFER, state="draining"),)))
        await until(lambda: len(overlay.published) == 2)
        first, second = told(overlay)
        assert (first.state, second.state, first.boot, second.boot) == ("ready", "draining", ME.boot, ME.boot)
        assert first.sequence < second.sequence
        assert mine.record == second


@pytest.mark.parametrize(
    ("name", "changes"), [("FLOOR_S", {"name": "cellar"}), ("DRIFT_S", {"free_cache_bytes": 5 << 30})]
)
@in_loop
async def test_other_changes_wait_for_their_time(
    monkeypatch: pytest.MonkeyPatch, name: str, changes: dict[str, object]
) -> None:
    overlay = FakeOverlay()
    async with announcer(overlay) as mine:
        mine.announce(record(ME, **changes))
        mine.announce(record(ME, **changes, state="draining"))  # takes it along
        await until(lambda: len(overlay.published) == 2)
        monkeypatch.setattr(announcer_module, name, 0.001)
        mine.announce(record(ME, state="draining"))
        await until(lambda: len(overlay.published) == 3)


@in_loop
async def test_small_drift_and_no_change_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer_module, "DRIFT_S", 0.0)
    overlay = FakeOverlay()
    async with announcer(overlay) as mine:
        for tps in (100.0, 101.0, 110.0):
            mine.announce(record(ME, shards=(replace(OFFER, decode_tps=tps),)))
        mine.announce(record(ME, round_trips=((ME.node_id, 0.1),)))
        assert mine._due_in() is None
        mine.announce(record(ME, shards=(replace(OFFER, decode_tps=140.0),)))
        await until(lambda: len(overlay.published) == 2)


@in_loop
async def test_everything_is_told_again_now_and_then_and_after_a_reopening(monkeypatch: pytest.MonkeyPatch) -> None:
    overlay = FakeOverlay()
    async with announcer(overlay) as mine:
        mine.again()
        await until(lambda: len(overlay.published) == 2)
        monkeypatch.setattr(announcer_module, "AGAIN_S", 0.01)
        mine.again()
        await until(lambda: len(overlay.published) >= 5)


@in_loop
async def test_everything_is_told_again_soon_after_joining(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer_module, "AFTER_JOINING_S", (0.001, 0.001))
    overlay = FakeOverlay()
    async with announcer(overlay) as mine:
        await until(lambda: len(overlay.published) == 3)
        mine.again()
        await until(lambda: len(overlay.published) == 6)


@in_loop
async def test_whoever_asks_gets_what_is_true_now_with_its_own_number() -> None:
    overlay = FakeOverlay()
    async with announcer(overlay) as mine:
        mine.announce(record(ME, name="cellar"))  # not yet told
        answer = await overlay.request(f"{INFO_KEY}/{ME.node_id}", b"n" * 16, timeout_s=1.0)
        got = open_record(open_answer(answer, b"n" * 16), SWARM)
        assert (got.name, got.sequence > told(overlay)[-1].sequence) == ("cellar", True)
        with pytest.raises(ValueError, match="nonce"):
            await overlay.request(f"{INFO_KEY}/{ME.node_id}", b"", timeout_s=1.0)
    assert overlay.handlers[f"{INFO_KEY}/{ME.node_id}"] == []


@in_loop
async def test_network_that_takes_nothing_does_not_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    overlay = FakeOverlay()
    overlay.error = SwarmError("The swarm's network is not open.")
    async with announcer(overlay) as mine:
        mine.announce(record(ME, state="draining"))
        await until(lambda: len(overlay.published) == 2)
        monkeypatch.setattr(announcer_module, "FLOOR_S", 0.001)
        mine.again()
        await until(lambda: len(overlay.published) >= 5)  # until it is taken
        monkeypatch.setattr(announcer_module, "FLOOR_S", LONG_S)
        overlay.error = None
        mine.again()
        await until(lambda: overlay.error is None and mine._again_s > 1.0)
        await mine.close()
        mine.announce(record(ME))
        num = len(overlay.published)
        await asyncio.sleep(0)
        assert len(overlay.published) == num
