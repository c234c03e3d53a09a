"""The catalogue that ships: it reads, what it says is consistent, and people find what they look for."""

from __future__ import annotations

import json
import math

import pytest

from meshnet_gui.modelstore.catalogue import by_name, catalogue, find, read_raw
from meshnet_gui.modelstore.fits import Means, fits
from meshnet_gui.modelstore.forecast import Limits
from meshnet_gui.types import Span


def test_every_model_is_named_once():
    models = catalogue()
    assert len({model.id for model in models}) == len({model.repository for model in models}) == len(models)
    assert all(model.id == model.id.lower() and " " not in model.id for model in models)
    assert all(model.name and model.family and model.licence and "/" in model.repository for model in models)


@pytest.mark.parametrize("model", catalogue(), ids=lambda model: model.id)
def test_the_count_is_what_the_publisher_says_and_sizes_agree_with_each_other(model):
    assert abs(model.parameters - model.published_parameters) <= 0.01 * model.published_parameters
    sizes = model.sizes
    numbers = sum(w.products + w.others for w in (*sizes.layers, sizes.embedding, sizes.tail))
    assert 0 < numbers <= model.parameters
    assert sizes.of_span(Span(0, model.num_layers)) >= 4 * numbers
    per_number = model.stored_bytes / numbers
    assert math.isclose(per_number, {"bf16": 2, "fp16": 2, "fp32": 4}.get(model.stored, per_number), rel_tol=1e-9)
    assert 0.5 < per_number <= 4
    assert len(sizes.kv_bytes) == model.num_layers
    assert any(sizes.kv_bytes)
    assert model.context_tokens >= 1024


def test_it_reaches_from_small_to_huge_and_most_are_certified():
    models = catalogue()
    assert min(model.parameters for model in models) < 200e6
    assert max(model.parameters for model in models) > 600e9
    assert sum(model.is_certified for model in models) > 0.9 * len(models)


def test_words_are_found_in_any_order_and_case():
    assert by_name("qwen3-0.6b") in find("QWEN 0.6b")
    assert find("openai gpt-oss") == find("gpt-oss openai") != ()
    assert find("") == catalogue()
    assert find("no such model") == ()


def test_a_model_is_known_by_its_id_and_by_its_repository():
    model = catalogue()[0]
    assert by_name(model.repository.upper()) is by_name(f" {model.id} ") is model
    assert by_name("nobody/nothing") is None


def test_another_format_is_refused(tmp_path):
    (tmp_path / "catalogue.json").write_text(json.dumps({"format": 2, "models": []}))
    with pytest.raises(ValueError, match="format 2"):
        read_raw(tmp_path / "catalogue.json")


def test_the_largest_model_is_for_a_swarm():
    largest = max(catalogue(), key=lambda model: model.parameters)
    means = Means(16 * 10**9, 500 * 10**9, None, "int4", Limits(4096, 1, 2**30))
    found = fits(largest.sizes, largest.piece_bytes, means)
    assert not found.alone
    assert found.peers_like_me is None or found.peers_like_me > 10
