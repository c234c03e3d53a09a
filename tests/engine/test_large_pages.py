"""Large pages lie under what was allocated within, and under nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from meshnet_gui.engine import large_pages as module
from meshnet_gui.engine.large_pages import PAGE_BYTES, large_pages


def test_only_what_is_new_is_looked_at() -> None:
    parts, others = [(0, 10), (20, 30), (40, 50)], [(2, 4), (6, 12), (20, 30), (60, 70)]
    assert list(module._without(parts, others)) == [(0, 2), (4, 6), (40, 50)]


def test_pages_with_holes_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = {2 * PAGE_BYTES, 5 * PAGE_BYTES}
    monkeypatch.setattr(module, "_is_resident", lambda page: page not in empty)
    runs = list(module._resident_runs((PAGE_BYTES - 5, 6 * PAGE_BYTES + 5)))
    assert runs == [(PAGE_BYTES, 2 * PAGE_BYTES), (3 * PAGE_BYTES, 5 * PAGE_BYTES)]
    assert list(module._resident_runs((1, PAGE_BYTES - 1))) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_memory_keeps_its_content() -> None:
    with large_pages():
        held = np.arange(16 * PAGE_BYTES // 4, dtype=np.float32)
    assert np.array_equal(held, np.arange(len(held), dtype=np.float32))


def test_a_system_that_does_not_say_what_it_holds_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "_MAPS", tmp_path / "none")
    monkeypatch.setattr(module, "_collapse", lambda *_: pytest.fail("nothing is known"))
    with large_pages():
        pass
