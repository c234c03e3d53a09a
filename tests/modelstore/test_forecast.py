"""Whether a span fits, and which one would."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.forecast import (
    MARGIN_BYTES,
    Limits,
    check_fits,
    fitting_span,
    forecast,
    needed_bytes,
    room,
    why_too_large,
)
from meshnet_gui.modelstore.sizes import ModelSizes, Weights
from meshnet_gui.types import ShardStatus, Span

MB = 10**6
LAYER = Weights(25 * MB)  # 100 MB in float32
SIZES = ModelSizes((LAYER,) * 10, Weights(100 * MB), Weights(100 * MB), tied=False, kv_bytes=(1000,) * 10)
WHOLE = Span(0, 10)


def room_for(num_bytes: int) -> int:
    """Free bytes that are just enough for weights of ``num_bytes`` in float32."""
    return needed_bytes(num_bytes, "fp32")


@pytest.mark.parametrize(
    ("wanted", "free", "expected"),
    [
        (WHOLE, room_for(1800 * MB), WHOLE),
        (WHOLE, room_for(1800 * MB) - 1, Span(0, 9)),
        (WHOLE, room_for(1300 * MB), Span(0, 9)),
        (WHOLE, room_for(700 * MB), Span(0, 3)),
        (WHOLE, room_for(500 * MB), Span(0, 1)),
        (WHOLE, room_for(499 * MB), Span(1, 5)),  # the embedding is too much, layers behind it are not
        (Span(4, 10), room_for(300 * MB), Span(4, 7)),
        (Span(9, 10), room_for(499 * MB), None),
        (Span(8, 10), room_for(499 * MB), Span(8, 9)),
        (WHOLE, room_for(99 * MB), None),
        (WHOLE, 0, None),
        (WHOLE, -(10**12), None),
    ],
)
def test_the_span_that_would_fit_begins_where_it_was_wanted_or_near(
    wanted: Span, free: int, expected: Span | None
) -> None:
    assert fitting_span(SIZES, wanted, "fp32", free) == expected


def test_what_fits_is_let_in_and_what_does_not_is_named_with_what_would() -> None:
    check_fits(SIZES, "big", WHOLE, "fp32", room_for(1800 * MB))
    with pytest.raises(MachineError) as refused:
        check_fits(SIZES, "big", WHOLE, "fp32", room_for(700 * MB))
    assert refused.value.text == "Layers 0-10 of big need 2.1 GB of memory, and 904 MB are free."
    assert refused.value.hint == "Layers 0-3 would fit."
    reason = why_too_large(SIZES, "big", WHOLE, "fp32", -5)
    assert reason is not None
    assert " 0 B are free" in reason[0]
    assert "Not even one of them" in reason[1]


def test_codes_need_less_and_their_load_relatively_more() -> None:
    assert fitting_span(SIZES, WHOLE, "int8", room_for(700 * MB)) == WHOLE
    assert needed_bytes(100, "int8") - MARGIN_BYTES > needed_bytes(100, "fp32") - MARGIN_BYTES > 100


@pytest.mark.parametrize(
    ("span", "context", "sessions", "budget", "cache"),
    [
        (WHOLE, 100, 8, 10**12, 8 * 100 * 10_000),
        (Span(2, 4), 100, 8, 10**12, 8 * 100 * 2_000),
        (WHOLE, 100, 1, 10**12, 100 * 10_000),
        (WHOLE, 131_072, 8, 2**30, 2**30),
    ],
)
def test_the_worst_case_is_sessions_times_tokens_times_bytes_up_to_the_budget(
    span: Span, context: int, sessions: int, budget: int, cache: int
) -> None:
    seen = forecast(SIZES, span, "fp32", Limits(context, sessions, budget))
    assert (seen.cache_bytes, seen.worst_bytes) == (cache, SIZES.of_span(span) + cache)


def test_session_caches_in_8_bit_take_a_quarter_and_their_scales() -> None:
    seen = forecast(SIZES, WHOLE, "fp32", Limits(100, 8, 10**12, "int8"))
    assert seen.kv_bytes_per_token == 2_700


MAPPED = ShardStatus(
    "ready", "m", "m@1:0123456789abcdef:float32", Span(0, 2), 6, shard_bytes=300, dtype="float32", device="cpu"
)
PRIVATE = replace(MAPPED, identity="m@1:0123456789abcdef:int8_rotated32", span=Span(2, 4), shard_bytes=70)
KEYS = [(shard.identity, shard.span) for shard in (MAPPED, PRIVATE)]


@pytest.mark.parametrize(
    ("shards", "leaving", "expected"),
    [
        ((), (), 1000),
        ((MAPPED,), (), 700),  # its pages look free and are needed
        ((MAPPED,), KEYS, 1000),
        ((PRIVATE,), (), 1000),
        ((PRIVATE,), KEYS, 1070),
        ((MAPPED, PRIVATE), KEYS[1:], 770),
        ((replace(MAPPED, dtype="bfloat16"),), (), 1000),
        ((replace(MAPPED, device="cuda"),), KEYS, 1000),
        ((replace(MAPPED, state="loading", shard_bytes=0),), (), 1000),
    ],
)
def test_the_room_for_a_newcomer_counts_what_leaves_and_what_only_looks_free(
    shards: tuple[ShardStatus, ...], leaving: list[tuple[str, Span]], expected: int
) -> None:
    assert room(1000, shards, leaving) == expected
