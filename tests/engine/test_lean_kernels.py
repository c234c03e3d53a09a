from __future__ import annotations

from collections.abc import Iterator

import pytest

from meshnet_gui.engine.lean import kernels
from meshnet_gui.engine.lean.codes import Coding, Offset4, Plain8, Rotated8
from meshnet_gui.engine.lean.kernels import check_kernel
from meshnet_gui.engine.lean.plan import NotLean
from meshnet_gui.engine.lean.weights import Array


@pytest.fixture(autouse=True)
def nothing_looked_at() -> Iterator[None]:
    check_kernel.cache_clear()
    yield
    check_kernel.cache_clear()


@pytest.mark.parametrize("coding", [Plain8(), Rotated8(), Offset4()], ids=lambda c: type(c).__name__)
def test_the_kernels_of_this_machine_are_right(coding: Coding) -> None:
    check_kernel(coding, 576)


@pytest.mark.parametrize("factor", [0.9, float("nan")])
def test_a_wrong_product_is_refused(factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    right = kernels.product

    def wrong(coding: Coding, rows: Array, x: Array) -> Array:
        return right(coding, rows, x) * factor

    monkeypatch.setattr(kernels, "product", wrong)
    with pytest.raises(NotLean, match=r"4-bit products are .* off here"):
        check_kernel(Offset4(), 96)


def test_each_kernel_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    check_kernel(Rotated8(), 128)

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(kernels, "product", never)
    check_kernel(Rotated8(), 128)
