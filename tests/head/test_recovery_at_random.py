"""Everything that can go wrong, at random places and at once, over and over: each text is that of an unbroken run."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest

from meshnet_gui.errors import PeerUnreachable
from meshnet_gui.head import pipeline as pipeline_module
from meshnet_gui.head.pace import Patience
from meshnet_gui.head.transport import RawReply
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import SamplingParams, Span
from meshnet_gui.wire.refusals import Busy, Draining, NoRoom
from tests.fleet import Call, in_loop
from tests.head.trio import RESERVES, SPANS, Trio, running_trio

Tiny = Callable[[str], ModelSpec]
MORE = {"a3": Span(0, 2), "b3": Span(2, 4), "c3": Span(4, 6), "x": Span(1, 3), "y": Span(3, 5), "z": Span(0, 6)}
PATIENCE = Patience(floor_s=20.0, busy_wait_s=0.0, busy_tries=50, reconnect_for_s=10.0, reconnect_wait_s=0.005)
HARMS = ("kill", "freeze", "forget", "lose", "busy", "full", "drain", "leave", "babble", "come")
SAMPLED = SamplingParams(temperature=0.9, top_p=0.95, top_k=40, repetition_penalty=1.3, seed=7)


class Storm:
    """Harms a step with a given probability, but leaves each layer with somebody who has it."""

    def __init__(self, trio: Trio, chance: random.Random, how_often: float) -> None:
        self.trio = trio
        self.chance = chance
        self.how_often = how_often
        self.apps = dict(trio.fleet.apps)
        self.num_harmed = 0

    async def __call__(self, call: Call) -> RawReply | None:
        if call.method != "POST" or self.chance.random() > self.how_often:
            return None
        self.num_harmed += 1
        what = self.chance.choice(
            ("kill", "freeze", "forget", "lose", "busy", "full", "drain", "leave", "babble", "come")
        )
        node = self.trio.nodes[call.address]
        if what in ("kill", "freeze", "lose") and not self._may_lose(call.address):
            return None
        if what == "lose":
            await node.ask(headers=call.headers, body=call.body)
        if what == "kill" or what == "lose":
            self.trio.kill(call.address)
            raise PeerUnreachable(call.address, "The connection broke.") from ConnectionResetError()
        if what == "freeze":
            raise PeerUnreachable(call.address, "No answer.") from TimeoutError()
        if what == "forget":
            node.caches.clear("user")
        elif what == "come":
            self.trio.fleet.apps.update(self.apps)
            self.trio.leaving.clear()
            self.trio.change.set()
            self.trio.change.clear()
        elif what == "leave":
            self.trio.leaving.add(call.address)
        elif what == "babble":
            return RawReply(200, {}, b"<html>")
        else:
            refusal = {"busy": Busy, "full": NoRoom, "drain": Draining}[what]("?")
            return RawReply(refusal.status, {}, refusal.to_body())
        return None

    def _may_lose(self, address: str) -> bool:
        left = [self.trio.spans[each] for each in self.trio.fleet.apps if each != address]
        return all(sum(span.start <= layer < span.end for span in left) > 1 for layer in range(6))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["llama", "hybrid"])
@in_loop
async def test_texts_are_unbroken_whatever_happens(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch, kind: str, seed: int
) -> None:
    monkeypatch.setattr(pipeline_module, "MIN_CHUNK_TOKENS", 2)
    chance = random.Random(seed)
    async with running_trio(tiny(kind), **MORE) as trio:
        trio.reserves = set(RESERVES) | set(MORE) | set(SPANS)
        apps = dict(trio.fleet.apps)
        sampling = SAMPLED if seed % 2 else SamplingParams()
        unbroken = await trio.generate(24, sampling=sampling)
        num_harmed = num_recoveries = 0
        for _ in range(6):
            trio.fleet.apps.update(apps)
            trio.leaving.clear()
            storm = Storm(trio, chance, 0.08)
            trio.fleet.hook = storm
            made = trio.generation(24, sampling=sampling, patience=PATIENCE)
            result = await made.run([10, 20, 30, 40, 50, 60, 70])
            assert result.token_ids == unbroken.token_ids, (storm.num_harmed, trio.told)
            assert result.text == unbroken.text
            await made._pipeline.close()
            num_harmed, num_recoveries = num_harmed + storm.num_harmed, num_recoveries + result.num_recoveries
        assert num_harmed >= num_recoveries / 2 > 3


@pytest.mark.slow
@in_loop
async def test_many_generations_at_once_survive_the_same_storm(tiny: Tiny) -> None:
    async with running_trio(tiny("llama"), **MORE) as trio:
        trio.reserves = set(RESERVES) | set(MORE) | set(SPANS)
        unbroken = await trio.generate(24)
        trio.fleet.hook = Storm(trio, random.Random(3), 0.04)
        sessions = [f"{number:032x}" for number in range(5)]
        results = await asyncio.gather(
            *(trio.generate(24, patience=PATIENCE, session_id=session) for session in sessions)
        )
        assert {result.token_ids for result in results} == {unbroken.token_ids}
