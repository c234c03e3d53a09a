"""Values that are no numbers are seen in each dtype in which hidden states travel."""

from __future__ import annotations

import pytest

from meshnet_gui.head.finite import is_finite
from meshnet_gui.wire.messages import TensorPayload

LARGEST = {"float32": 0x7F7FFFFF, "bfloat16": 0x7F7F, "float16": 0x7BFF}
INFINITE = {"float32": 0x7F800000, "bfloat16": 0x7F80, "float16": 0x7C00}
NO_NUMBER = {"float32": 0xFFC00001, "bfloat16": 0xFFC1, "float16": 0xFE01}


@pytest.mark.parametrize("dtype", LARGEST)
def test_only_infinite_values_and_no_numbers_are_found(dtype: str) -> None:
    size = 4 if dtype == "float32" else 2
    sign = 1 << (8 * size - 1)

    def states(bits: int) -> TensorPayload:
        return TensorPayload((1, 2, 2), dtype, bytes(3 * size) + bits.to_bytes(size, "little"))

    largest, infinite = LARGEST[dtype], INFINITE[dtype]
    assert [is_finite(states(bits)) for bits in (0, 1, largest, largest | sign)] == [True] * 4
    assert [is_finite(states(bits)) for bits in (infinite, infinite | sign, NO_NUMBER[dtype])] == [False] * 3
