from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from meshnet_gui.engine.quality import CHUNK_TOKENS, Foreseen, fixed_text, foresee
from tests.engine.steps import cached_shard, whole_model
from tests.tiny_models import NUM_LAYERS


def test_a_text_is_foreseen_as_the_whole_model_does_it(tiny: Callable[[str], Path]) -> None:
    path = tiny("llama")
    ids = [(index * 31) % 200 + 5 for index in range(CHUNK_TOKENS + 20)]
    found = foresee(cached_shard(path, 0, NUM_LAYERS), ids)
    with torch.inference_mode():
        logits = whole_model(path)(torch.tensor([ids])).logits[0]
    assert list(found.token_ids) == logits.argmax(-1).tolist()
    expected = torch.nn.functional.cross_entropy(logits[:-1], torch.tensor(ids[1:])).exp()
    assert found.perplexity == pytest.approx(float(expected), rel=1e-4)


def test_agreement_is_the_share_of_equal_tokens() -> None:
    assert Foreseen((1, 2, 3, 4), 1.0).agreement(Foreseen((1, 2, 9, 4), 2.0)) == 0.75


@pytest.mark.parametrize(("name", "words"), [("fixed", 1200), ("held_out", 1000)])
def test_the_fixed_texts_are_long_enough(name: str, words: int) -> None:
    assert len(fixed_text(name).split()) > words
