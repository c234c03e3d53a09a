"""A model that fits this computer answers here, without a node and without peers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.events import GenerationFailed, GenerationFinished
from meshnet_gui.head.hop_client import LOCAL
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.alone import Alone
from meshnet_gui.settings import Settings
from meshnet_gui.types import Hop, Route, Span
from tests.cores import MakeCore, started
from tests.fleet import load
from tests.runtime.test_core import answer, serving, when

Tiny = Callable[[str], ModelSpec]
PLENTY, NOTHING = 2**40, 0


def ready(make: MakeCore, free: int = PLENTY, **settings: Any) -> Any:
    core = started(make(Settings(model="tiny", **settings), free_memory=lambda: free))
    when(core, lambda picture: picture.free_bytes == free and picture.startup == "")
    return core


def test_a_model_that_fits_answers_here_without_node_and_peers(make: MakeCore) -> None:
    core = ready(make)
    assert core.snapshot().route == Route((Hop(LOCAL, Span(0, 6)),))
    assert "slower" in core.snapshot().route_note
    ending = answer(core)
    assert isinstance(ending, GenerationFinished)
    picture = when(core, lambda picture: picture.alone.state == "ready")
    assert (picture.node.state, picture.node_address) == ("off", "")


def test_a_question_that_is_asked_at_once_is_answered_here_too(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", route="alone"), free_memory=lambda: PLENTY))
    assert isinstance(answer(core), GenerationFinished)


def test_its_text_is_that_of_the_split_model(make: MakeCore) -> None:
    peer = serving(make, "0-6")
    split = started(make(Settings(model="tiny", route="split"), free_memory=lambda: PLENTY, extra_peers=(peer,)))
    there, here = answer(split), answer(ready(make))
    assert there.result.route.hops[0].address == peer
    assert here.result.route.hops[0].address == LOCAL
    assert here.result.token_ids == there.result.token_ids


def test_a_model_that_does_not_fit_needs_peers(make: MakeCore) -> None:
    core = ready(make, NOTHING)
    assert (core.snapshot().route, core.snapshot().missing) == (None, (Span(0, 6),))
    assert isinstance(answer(core), GenerationFailed)
    assert core.snapshot().alone.state == "off"


def test_alone_says_so_where_the_model_does_not_fit(make: MakeCore) -> None:
    core = ready(make, NOTHING, route="alone")
    future = core._submit(core._routes.route(core._library.model()))
    with pytest.raises(UserError, match="does not fit"):
        future.result(15.0)


def test_a_node_that_serves_the_whole_model_answers_in_its_place(make: MakeCore) -> None:
    core = ready(make)
    answer(core)
    core.set_contributing(True).result(15.0)
    assert isinstance(answer(core), GenerationFinished)
    when(core, lambda picture: picture.node.counters.get("requests", 0) > 0)
    core._submit(core._alone.drop_if_idle(is_needed=core._routes.is_alone_needed())).result(15.0)
    assert core.snapshot().alone.state == "off"


def test_a_model_that_nobody_uses_is_let_go(make: MakeCore) -> None:
    now = [0.0]
    core = ready(make)
    core._alone._clock = lambda: now[0]
    answer(core)
    alone: Alone = core._alone
    core._submit(alone.drop_if_idle(is_needed=True)).result(15.0)
    assert alone.service.state == "ready"
    now[0] = 1000.0
    core._submit(alone.drop_if_idle(is_needed=True)).result(15.0)
    assert alone.service.state == "off"


def test_a_load_that_fails_is_not_tried_with_every_question(make: MakeCore) -> None:
    loads = []

    def failing(spec: ModelSpec, span: Span) -> Any:
        loads.append(span)
        if len(loads) == 1:
            raise MachineError("There is no memory after all.")
        return load(spec, span)

    core = started(make(Settings(model="tiny"), free_memory=lambda: PLENTY, load_shard=lambda settings: failing))
    when(core, lambda picture: picture.free_bytes == PLENTY)
    assert isinstance(answer(core), GenerationFailed)
    assert isinstance(answer(core), GenerationFailed)
    assert loads == [Span(0, 6)]
