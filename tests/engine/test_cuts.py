"""Where a model may be cut."""

from __future__ import annotations

import pytest
from transformers import Gemma3nTextConfig, LlamaConfig

from meshnet_gui.engine.cuts import allowed_cuts, check_cuts
from meshnet_gui.engine.tiny_configs import tiny_config
from meshnet_gui.errors import UserError
from meshnet_gui.types import Span

SHARED = Gemma3nTextConfig(
    num_hidden_layers=6,
    layer_types=["sliding_attention", "full_attention"] * 3,
    num_kv_shared_layers=2,
    intermediate_size=[8] * 6,
)


def test_independent_layers_can_be_cut_anywhere() -> None:
    assert allowed_cuts(LlamaConfig(num_hidden_layers=4), 4) == (1, 2, 3)


def test_layers_stay_with_those_whose_keys_they_use() -> None:
    assert allowed_cuts(SHARED, 6) == (1, 2)


def test_layers_stay_with_those_whose_choice_of_positions_they_use() -> None:
    config = tiny_config("hy_v4")
    shared = {index for index, kind in enumerate(config.indexer_types) if kind == "shared"}
    assert set(allowed_cuts(config, 6)) == set(range(1, 6)) - shared


@pytest.mark.parametrize("span", [Span(0, 3), Span(4, 6)], ids=str)
def test_a_span_that_parts_them_is_refused_with_the_cuts_that_are_possible(span: Span) -> None:
    with pytest.raises(UserError, match=r"cannot be cut at layer [34]: .* It can be cut at: 1, 2"):
        check_cuts(SHARED, span, 6)


@pytest.mark.parametrize("span", [Span(0, 6), Span(0, 2), Span(2, 6)], ids=str)
def test_other_spans_are_taken(span: Span) -> None:
    check_cuts(SHARED, span, 6)
