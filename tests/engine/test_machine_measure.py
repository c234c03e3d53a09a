"""The measuring itself on tiny matrices, with a clock that says what the test wants."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import torch

from meshnet_gui.engine.machine import measure
from meshnet_gui.engine.machine.measure import USUAL, Sizes, measure_products, measure_threads
from meshnet_gui.engine.machine.record import NUM_WEIGHTS

TINY = Sizes(out_features=16, in_features=8, num_matrices=2, few_out_features=8)
CPU = torch.device("cpu")
Costs = Callable[[Callable[[torch.dtype, int], float]], None]


class Clock:
    """Goes on only as products say how long they took."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock()


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> Costs:
    """``costs(f)``: a product of one matrix takes ``f(dtype, rows)`` seconds."""

    def set_cost(cost: Callable[[torch.dtype, int], float]) -> None:
        def product(matrix: torch.Tensor, inputs: torch.Tensor) -> None:
            clock.now += cost(matrix.dtype, inputs.shape[0])

        monkeypatch.setattr(measure, "_product", product)

    return set_cost


def test_real_products_have_times_in_every_dtype_and_shape() -> None:
    times = measure_products(CPU, TINY)
    assert set(times) == {"float32", "bfloat16", "float16"}
    assert all(set(by_rows) == {1, 8, 128} for by_rows in times.values())
    assert all(seconds > 0 for by_rows in times.values() for seconds in by_rows.values())


def test_one_row_goes_through_all_matrices(clock: Clock, costs: Costs) -> None:
    costs(lambda dtype, rows: 0.001 if dtype == torch.float32 else 0.0005)
    times = measure_products(CPU, TINY, clock=clock)
    assert times["float32"] == pytest.approx({1: 0.002, 8: 0.001, 128: 0.001})
    assert times["bfloat16"] == pytest.approx({1: 0.001, 8: 0.0005, 128: 0.0005})


def test_a_dtype_that_would_take_long_is_not_tried_at_more_rows(clock: Clock, costs: Costs) -> None:
    costs(lambda dtype, rows: 0.0001 * rows * (1 if dtype == torch.float32 else 50))
    times = measure_products(CPU, TINY, clock=clock)
    assert set(times["float32"]) == {1, 8, 128}
    assert set(times["bfloat16"]) == {1, 8}
    assert clock.now < 2.0


def test_a_dtype_that_would_take_minutes_is_not_tried_at_all(clock: Clock, costs: Costs) -> None:
    costs(lambda dtype, rows: 0.001 if dtype == torch.float32 else 0.2)
    times = measure_products(CPU, TINY, clock=clock)
    assert set(times) == {"float32"}
    assert clock.now < 3.0


def test_the_quickest_turn_counts(clock: Clock, costs: Costs) -> None:
    calls = iter(range(10_000))
    costs(lambda dtype, rows: 0.01 if next(calls) % 7 else 0.5)
    assert measure_products(CPU, TINY, budget_s=1e9, clock=clock)["float32"][128] == pytest.approx(0.01)


def test_a_dtype_that_the_device_refuses_is_left_out(costs: Costs) -> None:
    def cost(dtype: torch.dtype, rows: int) -> float:
        if dtype == torch.bfloat16:
            raise RuntimeError("no such type here")
        return 0.001

    costs(cost)
    assert set(measure_products(CPU, TINY)) == {"float32", "float16"}


def test_a_shape_that_the_device_refuses_is_left_out(costs: Costs) -> None:
    def cost(dtype: torch.dtype, rows: int) -> float:
        if rows == 128 and dtype == torch.bfloat16:
            raise RuntimeError("no kernel")
        return 0.0001

    costs(cost)
    times = measure_products(CPU, TINY)
    assert set(times["bfloat16"]) == {1, 8}
    assert set(times["float32"]) == {1, 8, 128}


def test_a_device_that_refuses_everything_has_no_times(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise torch.OutOfMemoryError("no room")

    monkeypatch.setattr(torch, "full", refuse)
    assert measure_products(CPU, TINY) == {}
    assert measure_threads((1, 2), TINY) == {}


def test_weights_are_ordinary_numbers_in_every_dtype() -> None:
    weights = measure._weights(CPU, TINY)
    for dtype, expected in (("float32", 0.01), ("bfloat16", 0.01), ("float16", 1.03)):
        matrices = weights[dtype]
        assert [matrix.shape for matrix in matrices] == [(16, 8)] * 2
        assert all(torch.allclose(m.float(), torch.tensor(expected), rtol=0.02) for m in matrices)


def test_threads_are_measured_in_order_and_put_back(clock: Clock, costs: Costs) -> None:
    before = torch.get_num_threads()
    costs(lambda dtype, rows: 0.01 / torch.get_num_threads())
    found = measure_threads((1, 2), TINY, clock=clock)
    assert found == pytest.approx({1: 0.02, 2: 0.01})
    assert torch.get_num_threads() == before


def test_counts_that_the_budget_does_not_reach_are_left_out(clock: Clock, costs: Costs) -> None:
    costs(lambda dtype, rows: 0.2)
    assert set(measure_threads((1, 2, 3), TINY, budget_s=1.0, clock=clock)) == {1}


def test_the_usual_clock_is_one_that_cannot_be_set() -> None:
    assert measure_products.__kwdefaults__["clock"] is time.perf_counter


def test_the_usual_sizes_are_those_that_estimates_rest_on() -> None:
    assert USUAL.num_matrices * USUAL.out_features * USUAL.in_features == NUM_WEIGHTS
