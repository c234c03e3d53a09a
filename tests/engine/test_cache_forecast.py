"""What a token of a session takes is foretold from the configuration alone; here it is held against real caches."""

from __future__ import annotations

import pytest
import torch

from meshnet_gui.engine.certification import write_tiny_model
from meshnet_gui.engine.parameters import full_config
from meshnet_gui.modelstore.catalogue import catalogue
from meshnet_gui.modelstore.manifest import read_json
from meshnet_gui.modelstore.sizes import layers_kv_bytes

TYPES = sorted({model.model_type for model in catalogue()})


@pytest.mark.slow
@pytest.mark.allow_warnings
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("model_type", TYPES)
def test_the_forecast_is_what_the_library_s_caches_hold(model_type, tmp_path):
    model = write_tiny_model(model_type, tmp_path)
    held = [cached_bytes(model, length) for length in (5, 6)]  # inside the window of a layer that has one
    grown = tuple(more - few for few, more in zip(*held, strict=True))
    config = full_config(read_json(tmp_path / "config.json")).to_dict()
    assert layers_kv_bytes(config, len(grown)) == grown


def cached_bytes(model, length):
    """The bytes of each layer's cache after that many tokens."""
    cache = model(torch.arange(5, 5 + length)[None], use_cache=True).past_key_values
    tensors = [[value for value in vars(layer).values() if isinstance(value, torch.Tensor)] for layer in cache.layers]
    return [sum(tensor.numel() * tensor.element_size() for tensor in layer if tensor.ndim > 2) for layer in tensors]
