from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from meshnet_gui.bench import churn
from meshnet_gui.bench.churn import Churn, Events, Round, answers, report
from meshnet_gui.bench.fleet import Fleet, Place
from meshnet_gui.bench.own_head import Answer
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import GenerationResult, Hop, ModelIdentity, Route, Span
from tests.fleet import in_loop, until

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)
ROUTE = Route((Hop("a", Span(0, 4)),))
SPANS = [Span(0, 2), Span(0, 2), Span(2, 4), Span(2, 4)]


def answer(ids: tuple[int, ...] = (1, 2, 3), num_recoveries: int = 0, failure: str = "") -> Answer:
    result = GenerationResult("", ids, 5, "length", ROUTE, 1.0, 1.0, num_recoveries, True)
    return Answer(ROUTE, 5, None if failure else result, failure, times=[1.0, 2.0, 4.5])


class FakeHead:
    """Sees every node, and answers from a list."""

    def __init__(self, *said: Answer) -> None:
        self.said = list(said)
        self.unseen: set[str] = set()

    def sees(self, address: str) -> bool:
        return address not in self.unseen

    def ask(self, prompt: str, max_tokens: int) -> Answer:
        return self.said.pop(0) if self.said else answer(num_recoveries=1)


class FakeFleet(Fleet):
    """Nodes without processes; ``replace`` waits to be let go on."""

    def __init__(self, head: FakeHead) -> None:
        super().__init__(SPEC, SPANS, SimpleNamespace(head=head))  # type: ignore[arg-type]
        self.let_in = asyncio.Event()
        for place in self.places:
            place.state, place.address = "up", str(place.number)

    def kill(self, place: Place) -> None:
        place.state = "dead"

    def freeze(self, place: Place) -> None:
        place.state = "frozen"

    def go_on(self, place: Place) -> None:
        place.state = "up"

    async def replace(self, place: Place) -> None:
        await self.let_in.wait()
        place.state = "up"

    @property
    def states(self) -> list[str]:
        return [place.state for place in self.places]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"KILL_EVERY_S": (0.0, 0.001), "FREEZE_EVERY_S": 0.001, "FREEZE_FOR_S": 0.001}.items():
        monkeypatch.setattr(churn, name, value)


@pytest.mark.usefixtures("hurried")
@in_loop
async def test_the_last_ready_node_of_a_span_is_left_alone() -> None:
    fleet = FakeFleet(FakeHead())
    harm = Churn(fleet, 0, lambda line: None)
    running = asyncio.create_task(harm.run())
    await until(lambda: harm.events.spared > 20)
    ready = [place.span for place in fleet.places if place.state == "up"]
    assert set(ready) == {Span(0, 2), Span(2, 4)}
    num_kills = harm.events.kills
    fleet.let_in.set()
    await until(lambda: harm.events.kills > num_kills + 5 and harm.events.freezes > 5)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


@in_loop
async def test_a_node_that_the_head_does_not_see_is_neither_hit_nor_counted_on() -> None:
    head = FakeHead()
    fleet = FakeFleet(head)
    head.unseen = {"1", "2", "3"}
    assert [fleet.can_do_without(place) for place in fleet.places] == [False, True, False, False]
    assert not fleet.is_ready(fleet.places[1])
    assert Churn(fleet, 0, lambda line: None)._victim(Random(0)) is None


@pytest.mark.usefixtures("hurried")
@in_loop
async def test_a_replacement_that_does_not_come_up_ends_the_churn() -> None:
    class Broken(FakeFleet):
        async def replace(self, place: Place) -> None:
            raise churn.MachineError("A local node did not start.")

    with pytest.raises(churn.MachineError, match="did not start"):
        await Churn(Broken(FakeHead()), 0, lambda line: None).run()


def victims(seed: int) -> list[int]:
    random = Random(f"{seed} kills")
    harm = Churn(FakeFleet(FakeHead()), seed, lambda line: None)
    return [place.number for _ in range(8) if (place := harm._victim(random)) is not None]


def test_the_seed_says_who_is_hit() -> None:
    assert victims(1) == victims(1)
    assert len({tuple(victims(seed)) for seed in range(4)}) > 1


def test_answers_go_on_until_there_are_enough_of_them_and_of_recoveries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(churn, "NUM_GENERATIONS", 2)
    monkeypatch.setattr(churn, "NUM_RECOVERIES", 3)
    head: Any = FakeHead(answer(failure="gone"))
    rounds = answers(head, [(1, 2, 3)] * 4, lambda line: None)
    assert [r.answer.num_recoveries for r in rounds] == [0, 1, 1, 1]
    assert answers(head, [(1, 2, 3)] * 4, lambda line: None, lambda: False) == []


def test_what_failed_what_differs_and_what_was_recovered_is_counted() -> None:
    rounds = [
        Round(answer(num_recoveries=2), (1, 2, 3)),
        Round(answer(ids=(1, 2, 4)), (1, 2, 3)),
        Round(answer(failure="A peer left."), (1, 2, 3)),
    ]
    found = report(SPEC, rounds, Events(4, 3, 2), 60.0, 7)
    assert {name: found.figures[name] for name in ("generations", "failed", "texts_differing", "recoveries")} == {
        "generations": 3,
        "failed": 1,
        "texts_differing": 1,
        "recoveries": 2,
    }
    assert (found.figures["kills"], found.figures["freezes"], found.figures["longest_wait_s"]) == (4, 3, 2.5)
    assert found.settings["seed"] == 7
    assert [row[5] for row in found.rows[1:]] == ["same", "DIFFERS", "-"]
    assert len({len(row) for row in found.rows}) == 1
