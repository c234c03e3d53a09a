"""The span's cache: room to grow, steps that can be undone, lengths for layers that are not ours."""

from __future__ import annotations

import pytest
import torch
from transformers import LlamaConfig, MistralConfig, PretrainedConfig, Qwen3NextConfig
from transformers.cache_utils import DynamicCache

from meshnet_gui.engine.cache import GrowingLayer, SpanCache, tensor_bytes
from meshnet_gui.types import Span

LLAMA = LlamaConfig(num_hidden_layers=6, hidden_size=32, num_attention_heads=4, num_key_value_heads=2)
SLIDING = MistralConfig(num_hidden_layers=6, sliding_window=4)
HYBRID = Qwen3NextConfig(
    num_hidden_layers=6, layer_types=["linear_attention", "linear_attention", "full_attention"] * 2
)


def rows(count: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(1, 2, count, 8, generator=torch.Generator().manual_seed(seed))


def filled(count: int) -> GrowingLayer:
    layer = GrowingLayer()
    layer.update(rows(count), rows(count, 1))
    return layer


def test_growing_equals_concatenating() -> None:
    layer, keys, values = GrowingLayer(), [], []
    for step, count in enumerate([3, 1, 1, 50, 1, 200, 1]):
        keys.append(rows(count, step))
        values.append(rows(count, 100 + step))
        seen = layer.update(keys[-1], values[-1])
        assert seen[0].equal(torch.cat(keys, -2))
        assert seen[1].equal(torch.cat(values, -2))
        layer.commit()
    assert layer.get_seq_length() == 257


def test_single_steps_rarely_copy_what_is_there() -> None:
    layer = filled(1000)
    places = set()
    for _ in range(200):
        layer.update(rows(1), rows(1))
        assert layer.keys is not None
        places.add(layer.keys.data_ptr())
    assert len(places) <= 3


def test_spare_room_is_bounded() -> None:
    layer = filled(1000)
    content = 2 * 2 * 1000 * 8 * 4
    assert content < layer.num_bytes <= content * 1.13


def test_cut_rows_come_back() -> None:
    layer = filled(10)
    layer.truncate(4)
    layer.update(rows(3, 7), rows(3, 8))
    assert layer.get_seq_length() == 7
    layer.rollback(10)
    assert layer.keys is not None
    assert layer.values is not None
    assert layer.keys.equal(rows(10))
    assert layer.values.equal(rows(10, 1))


def test_cut_rows_come_back_even_after_the_buffer_grew() -> None:
    layer = filled(10)
    layer.truncate(4)
    layer.update(rows(500, 7), rows(500, 8))
    layer.rollback(10)
    assert layer.keys is not None
    assert layer.keys.equal(rows(10))


@pytest.mark.parametrize("config", [LLAMA, SLIDING, HYBRID], ids=["llama", "sliding", "hybrid"])
@pytest.mark.parametrize("span", [Span(0, 6), Span(2, 4), Span(5, 6), Span(0, 1)], ids=str)
def test_lengths_are_those_of_a_whole_cache(config: PretrainedConfig, span: Span) -> None:
    ours, whole = SpanCache(config, span), DynamicCache(config=config)
    for count in (3, 1, 1, 7, 1):
        for query in (1, 5):
            assert ours.get_seq_length() == whole.get_seq_length()
            for layer in range(6):
                if not whole.is_linear[layer]:
                    assert ours.get_mask_sizes(query, layer) == whole.get_mask_sizes(query, layer)
        for layer in range(6):
            if not whole.is_linear[layer]:
                whole.update(rows(count), rows(count), layer)
                if span.start <= layer < span.end:
                    ours.update(rows(count), rows(count), layer)
        ours.commit(count)


def test_a_span_of_linear_layers_only_knows_its_length() -> None:
    cache = SpanCache(HYBRID, Span(0, 2))
    assert not cache.has_previous_state()
    cache.commit(5)
    assert cache.get_seq_length() == 5
    assert cache.has_previous_state()


def test_shared_storages_count_once() -> None:
    tensor = torch.zeros(100)
    assert tensor_bytes([tensor, {"view": tensor[:10]}, [tensor.view(10, 10)], None, "text"]) == 400
