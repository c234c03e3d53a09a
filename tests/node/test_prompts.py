"""What a hop counts of prompts: computed, and still held from the turn before."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from meshnet_gui.node.prompts import PromptCounts
from meshnet_gui.wire.messages import ForwardRequest, TensorPayload


def step(num_tokens: int, past_len: int | None = None) -> ForwardRequest:
    tensor = TensorPayload((1, num_tokens), "int64", bytes(8 * num_tokens))
    return ForwardRequest(tensor, "a" * 32, "prefill" if past_len is None else "decode", past_len)


def counted(*steps: ForwardRequest) -> tuple[int, int]:
    counters = Counter[str]()
    prompts = PromptCounts(counters)
    for each in steps:
        prompts.note(each)
    return counters["prefilled_tokens"], counters["reused_tokens"]


def test_a_prompt_in_chunks_reuses_nothing() -> None:
    assert counted(step(64), step(64, 64), step(20, 128), step(1, 148), step(1, 149)) == (148, 0)


def test_next_turn_reuses_what_the_session_held() -> None:
    assert counted(step(10), step(1, 10), step(1, 11), step(8, 12), step(5, 20), step(1, 25)) == (23, 12)


def test_next_turn_that_crops_reuses_what_is_left() -> None:
    assert counted(step(10), step(1, 10), replace(step(8, 9), truncate_to=7)) == (18, 7)


def test_tokens_that_are_only_verified_belong_to_no_prompt() -> None:
    assert counted(step(10), step(1, 10), replace(step(4, 11), verify=True), replace(step(4, 13), verify=True)) == (
        10,
        0,
    )
