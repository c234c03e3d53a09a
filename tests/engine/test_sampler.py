from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import torch

from meshnet_gui.engine.sampler import logprobs_of, pick_token, uniform
from meshnet_gui.types import SamplingParams

LOGITS = torch.tensor([0.0, 1.0, 2.0, 3.0, -1.0])


def drawn(params: SamplingParams, count: int = 4000) -> Counter[int]:
    return Counter(pick_token(LOGITS, params, position) for position in range(count))


def test_temperature_0_takes_the_best() -> None:
    assert pick_token(LOGITS, SamplingParams(seed=5), 3) == 3


def test_frequencies_follow_the_softmax() -> None:
    counts = drawn(SamplingParams(temperature=1.0, seed=1), 8000)
    expected = torch.softmax(LOGITS, -1)
    for token, probability in enumerate(expected.tolist()):
        assert counts[token] / 8000 == pytest.approx(probability, abs=0.02)


def test_top_k_keeps_the_k_best() -> None:
    assert set(drawn(SamplingParams(temperature=2.0, top_k=2))) == {2, 3}


def test_top_p_keeps_the_smallest_set_that_reaches_p() -> None:
    probabilities = torch.softmax(LOGITS, -1)  # 3: 0.64, 2: 0.24
    assert float(probabilities[3]) < 0.7 < float(probabilities[3] + probabilities[2])
    assert set(drawn(SamplingParams(temperature=1.0, top_p=0.7))) == {2, 3}
    assert set(drawn(SamplingParams(temperature=1.0, top_p=0.1))) == {3}


def test_top_p_of_a_large_vocabulary_equals_a_full_sort() -> None:
    for spread in (0.01, 5.0):  # nearly flat: more than a few tokens are needed; steep: a few do
        logits = torch.randn(5000, generator=torch.Generator().manual_seed(3)) * spread
        order = logits.argsort(descending=True, stable=True)
        cumulative = torch.softmax(logits.double()[order], -1).cumsum(-1)
        nucleus = set(order[: int((cumulative < 0.9).sum()) + 1].tolist())
        params = SamplingParams(temperature=1.0, top_p=0.9, seed=4)
        assert {pick_token(logits, params, position) for position in range(300)} <= nucleus


def test_equal_logits_are_drawn_in_the_order_of_their_ids() -> None:
    logits = torch.tensor([1.0, 5.0, 5.0, 5.0, 0.0])
    params = SamplingParams(temperature=1.0, top_k=2, seed=6)  # three share the two places: all are in
    expected = [1 + int(uniform(6, position) * 3) for position in range(100)]
    assert [pick_token(logits, params, position) for position in range(100)] == expected


def test_the_penalty_lowers_what_came_before_and_ignores_unknown_ids() -> None:
    params = SamplingParams(repetition_penalty=2.0)
    assert pick_token(LOGITS, params, 0, [3, -1, 10_000]) == 2
    assert pick_token(torch.tensor([-1.0, -2.0]), SamplingParams(repetition_penalty=3.0), 0, [0]) == 1


def test_the_stream_belongs_to_seed_and_position() -> None:
    params = SamplingParams(temperature=1.0, seed=11)
    first = [pick_token(LOGITS, params, position) for position in range(50)]
    assert [pick_token(LOGITS, params, position) for position in reversed(range(50))] == first[::-1]
    assert first != [pick_token(LOGITS, SamplingParams(temperature=1.0, seed=12), p) for p in range(50)]


def test_random_numbers_are_the_same_on_every_machine() -> None:
    drawn_once = [uniform(0, 0), uniform(7, 3), uniform(2**63 - 1, 10**6)]
    assert drawn_once == [0.0564663990004608, 0.1846062188940475, 0.3842499713516325]
    assert len({uniform(seed, position) for seed in range(20) for position in range(20)}) == 400


@pytest.mark.parametrize("temperature", [5e-324, 1e-307, 1e-7, 1e-6])
@pytest.mark.parametrize("filters", [{}, {"top_k": 3}, {"top_p": 0.5}], ids=["none", "top-k", "top-p"])
def test_hardly_any_temperature_is_greedy(temperature: float, filters: dict[str, Any]) -> None:
    params = SamplingParams(temperature=temperature, seed=3, **filters)
    for scale in (1.0, -1.0, 1e30):
        logits = LOGITS * scale
        assert {pick_token(logits, params, position) for position in range(20)} == {int(logits.argmax())}


@pytest.mark.parametrize("masked", [0, 3])
def test_masked_tokens_are_never_drawn(masked: int) -> None:
    logits = LOGITS.clone()
    logits[masked] = float("-inf")
    params = SamplingParams(temperature=1.5, seed=2)
    assert masked not in {pick_token(logits, params, position) for position in range(2000)}


def test_min_p_drops_what_is_far_less_likely_than_the_best() -> None:
    probabilities = torch.softmax(LOGITS, -1)
    assert float(probabilities[1] / probabilities[3]) < 0.2 < float(probabilities[2] / probabilities[3])
    assert set(drawn(SamplingParams(temperature=1.0, min_p=0.2))) == {2, 3}
    assert set(drawn(SamplingParams(temperature=1.0, min_p=0.2, top_k=1))) == {3}
    assert set(drawn(SamplingParams(temperature=1.0, min_p=1.0))) == {3}


@pytest.mark.parametrize(
    ("penalty", "history", "expected"),
    [
        ({"presence_penalty": 1.5}, [3], 2),
        ({"presence_penalty": 0.5}, [3, 3, 3], 3),
        ({"frequency_penalty": 0.5}, [3], 3),
        ({"frequency_penalty": 0.5}, [3, 3, 3], 2),
        ({"frequency_penalty": -2.0}, [1, 1], 1),
        ({"presence_penalty": 2.0, "answer_start": 1}, [3], 3),  # in the prompt
        ({"presence_penalty": 2.0, "answer_start": 1}, [3, 3], 2),
        ({"presence_penalty": 2.0, "answer_start": 9}, [3, 3], 3),
        ({"presence_penalty": 2.0}, [-1, 10_000], 3),
    ],
)
def test_penalties_of_the_answer_count_what_came_in_it(
    penalty: dict[str, Any], history: list[int], expected: int
) -> None:
    assert pick_token(LOGITS, SamplingParams(**penalty), 9, history) == expected


def test_biases_lift_and_lower_single_tokens_and_ignore_unknown_ones() -> None:
    assert pick_token(LOGITS, SamplingParams(logit_bias=((4, 100.0), (99, 100.0))), 0) == 4
    assert pick_token(LOGITS, SamplingParams(logit_bias=((3, -100.0),)), 0) == 2
    assert pick_token(LOGITS, SamplingParams(), 0) == 3  # the logits are as they were


@pytest.mark.parametrize("params", [SamplingParams(), SamplingParams(temperature=2.0), SamplingParams(3.0, top_k=4)])
def test_only_what_is_allowed_is_picked(params: SamplingParams) -> None:
    allowed = torch.tensor([True, False, False, False, True])
    picked = {pick_token(LOGITS, params, position, allowed=allowed) for position in range(300)}
    assert picked == ({0} if params.temperature == 0 else {0, 4})


def test_logprobs_are_the_models_own_whatever_is_picked() -> None:
    expected = torch.log_softmax(LOGITS.double(), -1).tolist()
    got = logprobs_of(LOGITS, 1, 2)
    assert (got.token_id, got.logprob) == (1, pytest.approx(expected[1], abs=1e-6))
    assert [token for token, _ in got.top] == [3, 2]
    assert [value for _, value in got.top] == pytest.approx([expected[3], expected[2]], abs=1e-6)
    assert logprobs_of(LOGITS, 1, 0).top == ()
    masked = logprobs_of(torch.tensor([1.0, float("-inf"), 0.0]), 0, 3)
    assert [token for token, _ in masked.top] == [0, 2]  # minus infinity is no number that JSON has
