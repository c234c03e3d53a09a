"""What a core gives is added up, kept on the disk, and drawn over time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from meshnet_gui.archive.totals import Totals
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime import history
from meshnet_gui.runtime.snapshot import DayTotals
from meshnet_gui.settings import Settings
from meshnet_gui.wire import codec
from tests.cores import MakeCore, started
from tests.node.test_app import step
from tests.runtime.test_core import answer, when

SHARED = Settings(model="tiny", contributing=True)


def test_others_steps_are_counted_by_day_and_our_own_chats_are_not(
    make: MakeCore, tmp_path: Path, tiny: Callable[[str], ModelSpec], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "EVERY_S", 0.4)
    core = started(make(SHARED, totals_folder=tmp_path))
    snapshot = when(core, lambda picture: picture.node_address and picture.recent)  # a rate needs a moment before
    answer(core, 3)
    headers, body = step(tiny("llama"), (5, 6, 7))
    headers[codec.MODEL] = snapshot.node.identity
    assert httpx.post(f"{snapshot.node_address}/forward", headers=headers, content=body).status_code == 200
    when(core, lambda picture: any(sample.tokens_per_s > 0 for sample in picture.recent))

    def today() -> DayTotals:
        return core.commands.totals(7).result(5)[-1]

    when(core, lambda picture: today().tokens)
    day = today()
    assert (day.tokens, day.num_sessions) == (3, 1)
    assert 0 < day.shared_s < 60
    assert day.sent_bytes > 10
    core.stop()
    kept = Totals(tmp_path)
    assert [each.tokens for each in kept.days(7)] == [3]
    kept.close()
