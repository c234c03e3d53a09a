"""The coarse guard: the real window never stands still for a second while its own node answers twice at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from meshnet_gui.bench.tiny_model import write_tiny_model
from meshnet_gui.bench.ui import DECODING, PHASES
from meshnet_gui.errors import MachineError
from meshnet_gui.gui.lateness import measure_lateness
from meshnet_gui.modelstore.store import default_store
from meshnet_gui.runtime.assembly import assemble
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.settings import Settings

FREEZE_MS = 1000.0


def measure(model: str, seconds: float) -> Mapping[str, Sequence[float]]:
    settings = Settings(contributing=True, model=model, num_threads=1, close_to_tray_asked=True)
    return measure_lateness(lambda: assemble(Plan(settings)), ("Hello", "Hello again"), seconds)


@pytest.mark.window(offscreen=True)
@pytest.mark.usefixtures("qapp")
def test_the_window_does_not_freeze_while_two_sessions_decode(tmp_path: Path):
    default_store().import_path(write_tiny_model(tmp_path / "tiny"), "tiny")
    lateness_ms = measure("tiny", 2.0)
    assert set(lateness_ms) == set(PHASES)
    assert len(lateness_ms[DECODING]) > 20
    assert max(lateness_ms[DECODING]) < FREEZE_MS


@pytest.mark.window(offscreen=True)
@pytest.mark.usefixtures("qapp")
def test_a_node_that_does_not_come_up_ends_the_measurement():
    with pytest.raises(MachineError, match="no model"):
        measure("", 2.0)
