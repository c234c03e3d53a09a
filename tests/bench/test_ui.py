from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.bench.ui import ASKING, DECODING, LOADING, report
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import ModelIdentity

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)


def test_the_figures_are_of_decoding_and_loading_has_its_own():
    figures = report(SPEC, {LOADING: [1.0, 300.0], ASKING: [2.0], DECODING: [1.0] * 99 + [40.0]}).figures
    assert figures == {"p99_ms": 1.0, "max_ms": 40.0, "loading_max_ms": 300.0, "asking_max_ms": 2.0}


def test_a_window_that_closed_early_is_no_result():
    with pytest.raises(MachineError, match="closed before"):
        report(SPEC, {LOADING: [1.0], ASKING: [1.0], DECODING: []})
