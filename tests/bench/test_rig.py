from __future__ import annotations

from collections.abc import Iterator

import pytest

from meshnet_gui.bench.local_node import imported_tiny_model, local_node
from meshnet_gui.bench.rig import LoopbackRoute, OneProcess, load_one_process, side_by_side
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.assembly import load_tokenizer
from meshnet_gui.types import Hop, Route, Span

IDS = [5, 6, 7]


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> ModelSpec:
    return imported_tiny_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def one_process(spec: ModelSpec) -> OneProcess:
    return load_one_process(spec)


@pytest.fixture(scope="module")
def route(spec: ModelSpec) -> Iterator[LoopbackRoute]:
    spans = (Span(0, 3), Span(3, 4))
    with local_node(spec, spans[0]) as first, local_node(spec, spans[1]) as second, LoopThread() as loop:
        hops = tuple(Hop(node.address, span) for node, span in zip((first, second), spans, strict=True))
        route = LoopbackRoute(loop, spec, load_tokenizer(spec.path), Route(hops))
        yield route
        route.close()


def test_both_sides_of_a_comparison_say_the_same_and_time_every_token(one_process: OneProcess, route: LoopbackRoute):
    alone, split = side_by_side(one_process, route, IDS, 20, steps_per_turn=4)
    assert alone.token_ids == split.token_ids
    assert len(alone.seconds) == len(split.seconds) == len(alone.token_ids) == 20
    assert len(split.decode_seconds) == 19
    assert all(seconds > 0 for seconds in (*alone.seconds, *split.seconds))


def test_a_stateless_generation_says_the_same(one_process: OneProcess, route: LoopbackRoute):
    assert list(route.generate(IDS, 8, cached=False).token_ids) == one_process.generate(IDS, 8)


def test_a_generation_runs_to_its_length(route: LoopbackRoute):
    assert len(route.generate(IDS, 64).token_ids) == 64


def test_a_failure_of_one_side_ends_the_comparison(route: LoopbackRoute):
    class Broken:
        def generate(self, *args: object) -> list[int]:
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        side_by_side(Broken(), route, IDS, 8, steps_per_turn=4)
