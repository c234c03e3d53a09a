"""The free memory of this computer."""

from __future__ import annotations

import psutil

from meshnet_gui.runtime.memory import available_bytes


def test_some_memory_is_free_and_not_more_than_there_is() -> None:
    assert 0 < available_bytes() <= psutil.virtual_memory().total
