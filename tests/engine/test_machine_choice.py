"""What follows from made-up measurements: nothing here measures."""

from __future__ import annotations

import pytest

from meshnet_gui.engine.machine.choice import (
    choose_dtype,
    choose_num_threads,
    is_busy,
    leave_to_others,
    most_threads,
    thread_counts,
)

QUICK, SLOW = {1: 8.0, 8: 8.0, 128: 60.0}, {1: 16.0, 8: 8.0, 128: 60.0}
EXACT = {1: 15.0, 8: 8.0, 128: 80.0}


@pytest.mark.parametrize(
    ("rounded", "expected"),
    [
        ({1: 7.0, 8: 8.0, 128: 40.0}, "bfloat16"),  # clearly quicker everywhere
        ({1: 7.0, 8: 8.5, 128: 40.0}, "bfloat16"),  # a little slower at 8 rows
        ({1: 7.0, 8: 9.5, 128: 40.0}, "float32"),  # more than a little slower at 8 rows
        ({1: 8.7, 8: 16.8, 128: 376.0}, "float32"),  # what an AVX2 processor was seen to do
        ({1: 7.0, 8: 8.0, 128: 75.0}, "float32"),  # no gain for a prompt
        ({1: 14.0, 8: 4.0, 128: 20.0}, "float32"),  # no gain for one row
        ({1: 7.0, 8: 8.0}, "float32"),  # too slow to be measured
        ({}, "float32"),
    ],
)
def test_a_processor_computes_in_16_bit_only_where_that_is_clearly_quicker(
    rounded: dict[int, float], expected: str
) -> None:
    choice = choose_dtype({"float32": EXACT, "bfloat16": rounded}, "cpu")
    assert choice.value == expected
    assert "bfloat16" in choice.reason


def test_a_processor_never_chooses_float16() -> None:
    assert choose_dtype({"float32": EXACT, "float16": {1: 1.0, 8: 1.0, 128: 1.0}}, "cpu").value == "float32"


@pytest.mark.parametrize(
    ("stored_in", "bfloat16", "float16", "expected"),
    [
        ("bfloat16", QUICK, QUICK, "bfloat16"),
        ("float32", QUICK, QUICK, "bfloat16"),
        ("float16", QUICK, QUICK, "float16"),
        ("float16", QUICK, {}, "bfloat16"),
        ("float16", SLOW, SLOW, "float32"),
        ("bfloat16", SLOW, QUICK, "float32"),  # its hidden states may be larger than float16 can hold
        ("float32", {}, QUICK, "float32"),
    ],
)
def test_a_gpu_computes_in_16_bit_where_that_is_a_gain_and_safe(
    stored_in: str, bfloat16: dict[int, float], float16: dict[int, float], expected: str
) -> None:
    times = {"float32": EXACT, "bfloat16": bfloat16, "float16": float16}
    assert choose_dtype(times, "cuda", stored_in).value == expected
    assert choose_dtype(times, "cpu", stored_in).value != "float16"


@pytest.mark.parametrize(
    ("num_cores", "num_local_nodes", "expected"),
    [(1, 1, 1), (2, 1, 1), (3, 1, 1), (8, 1, 4), (16, 1, 8), (16, 2, 8), (16, 3, 5), (16, 100, 1), (16, 0, 8)],
)
def test_half_of_the_cores_compute_and_nodes_of_one_machine_share_them(
    num_cores: int, num_local_nodes: int, expected: int
) -> None:
    assert most_threads(num_cores, num_local_nodes) == expected
    assert expected * num_local_nodes <= max(num_cores, num_local_nodes)


@pytest.mark.parametrize(("most", "expected"), [(1, (1,)), (2, (1, 2)), (6, (1, 2, 4, 6)), (8, (1, 2, 4, 8))])
def test_counts_double_up_to_the_most(most: int, expected: tuple[int, ...]) -> None:
    assert thread_counts(most) == expected


@pytest.mark.parametrize(
    ("one_row", "most", "expected"),
    [
        ({1: 10.0, 2: 5.0, 4: 2.6, 8: 2.5}, 8, 4),  # the last step is worth no four cores
        ({1: 10.0, 2: 5.0, 4: 2.6, 8: 2.5}, 2, 2),  # what is above the most does not count
        ({1: 10.0, 2: 9.5, 4: 9.2}, 4, 1),
        ({1: 10.0, 2: 50.0}, 2, 1),  # threads that wait for each other
        ({1: 10.0, 2: 5.0}, 1, 1),
        ({}, 4, 4),
        ({8: 1.0}, 4, 4),
    ],
)
def test_the_smallest_count_that_is_about_as_quick_as_the_quickest(
    one_row: dict[int, float], most: int, expected: int
) -> None:
    assert choose_num_threads(one_row, most).value == expected


@pytest.mark.parametrize(
    ("num_threads", "busy", "expected"), [(4, 0.0, 4), (4, 3.9, 4), (4, 4.5, 3), (4, 7.0, 1), (4, 30.0, 1)]
)
def test_a_busy_machine_gets_fewer_threads_and_hears_why(num_threads: int, busy: float, expected: int) -> None:
    choice = leave_to_others(num_threads, 8, busy)
    assert choice.value == expected
    assert ("cores are busy" in choice.reason) == (expected < num_threads)


def test_more_than_half_of_the_cores_is_busy() -> None:
    assert is_busy(4, 2.5)
    assert not is_busy(4, 2.0)
