from __future__ import annotations

import math

import pytest
import torch

from meshnet_gui.engine.tensors import all_finite


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_one_value_that_is_not_finite_is_found_anywhere(dtype: torch.dtype, wrong: float) -> None:
    values = torch.linspace(-3, 3, 300).reshape(1, 3, 100).to(dtype)
    assert all_finite(values)
    for place in ((0, 0, 0), (0, 1, 50), (0, 2, 99)):
        spoilt = values.clone()
        spoilt[place] = wrong
        assert not all_finite(spoilt)


def test_infinities_of_both_signs_do_not_make_up_for_each_other() -> None:
    assert not all_finite(torch.tensor([math.inf, 1.0, -math.inf]))


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_finite_values_whose_sum_is_not_finite_are_finite(dtype: torch.dtype) -> None:
    assert all_finite(torch.full((1, 2, 64), torch.finfo(dtype).max, dtype=dtype))
