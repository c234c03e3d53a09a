from __future__ import annotations

import asyncio
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.bench import join as join_module
from meshnet_gui.bench.fleet import Place
from meshnet_gui.bench.join import Joined, join, report
from meshnet_gui.bench.own_head import Answer
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Hop, ModelIdentity, Route, Span

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)
ROUTE = Route((Hop("a", Span(0, 2)), Hop("b", Span(2, 4))))


class NowLoop:
    """Runs what it is given at once."""

    def submit(self, coroutine: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(asyncio.run(coroutine))
        return future


class FakeFleet:
    def __init__(self) -> None:
        self.places = [Place(0, Span(0, 2)), Place(1, Span(2, 4))]
        self.emptied: list[int] = []

    async def fill(self, places: list[Place]) -> None:
        for place in places:
            place.started_at, place.ready_at = 100.0, 102.0

    async def empty(self, place: Place) -> None:
        self.emptied.append(place.number)


class FakeHead:
    def __init__(self, route: Route | None, answer: Answer) -> None:
        self.route = route
        self.answer = answer

    def route_now(self) -> Route | None:
        return self.route

    def ask(self, prompt: str, max_tokens: int) -> Answer:
        return self.answer


def joined(route: Route | None, answer: Answer) -> tuple[FakeFleet, Joined]:
    fleet, loop, head = FakeFleet(), NowLoop(), FakeHead(route, answer)
    return fleet, join(loop, fleet, head)  # type: ignore[arg-type]


def test_a_newcomer_is_timed_from_the_start_of_its_process_and_leaves_again() -> None:
    fleet, found = joined(ROUTE, Answer(ROUTE, times=[104.5]))
    assert (found.ready, found.first_token) == (2.0, 4.5)
    assert fleet.emptied == [1]


def test_a_newcomer_that_serves_nothing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MachineError, match=r"served no token\. It left"):
        joined(ROUTE, Answer(ROUTE, failure="It left."))
    monkeypatch.setattr(join_module, "JOIN_DEADLINE_S", 0.0)
    with pytest.raises(MachineError, match="does not use the new node"):
        joined(None, Answer())


def test_figures_are_medians_of_the_rounds() -> None:
    found = report(SPEC, [Joined(1.0, 1.5, 2.0), Joined(3.0, 3.2, 9.0), Joined(2.0, 2.3, 3.0)])
    assert found.figures == pytest.approx(
        {
            "start_to_ready_s": 2.0,
            "join_to_route_s": 0.3,
            "start_to_first_token_s": 3.0,
            "worst_start_to_first_token_s": 9.0,
        }
    )
    assert len({len(row) for row in found.rows}) == 1
