"""What computes is left to a measurement, unless somebody chooses otherwise."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.compute_fields import ComputeFields
from meshnet_gui.settings import DEVICES, DTYPES, KV_PRECISIONS, Settings


@pytest.fixture
def fields(qtbot: QtBot) -> ComputeFields:
    made = ComputeFields()
    for box in made.boxes:
        qtbot.addWidget(box)
    return made


def test_every_value_is_offered_and_auto_is_said_in_words(fields: ComputeFields) -> None:
    offered = [tuple(box.itemData(index) for index in range(box.count())) for box in fields.boxes]
    assert offered == [DEVICES, DTYPES, KV_PRECISIONS]
    assert [box.currentText() for box in fields.boxes] == ["as measured", "as measured", "as computed"]
    assert fields.changes(Settings()) == {}


def test_what_is_saved_is_shown_and_is_no_change(fields: ComputeFields, qtbot: QtBot) -> None:
    saved = Settings(device="cuda", dtype="bfloat16", kv_precision="int8")
    with qtbot.assertNotEmitted(fields.changed):
        fields.show_settings(saved)
    assert fields.changes(saved) == {}
    assert fields.changes(Settings()) == {"device": "cuda", "dtype": "bfloat16", "kv_precision": "int8"}


def test_a_choice_is_a_change_and_a_named_gpu_takes_no_main_memory(fields: ComputeFields, qtbot: QtBot) -> None:
    assert fields.takes_main_memory
    with qtbot.waitSignal(fields.changed, timeout=1000):
        fields.device.setCurrentIndex(fields.device.findData("cuda"))
    assert not fields.takes_main_memory
