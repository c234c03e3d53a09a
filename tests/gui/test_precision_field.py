"""The choice of precision: what each takes, what was lost in the measurement, and what it asks of peers."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.precision_field import ONE_ROUTE, PrecisionField
from meshnet_gui.modelstore.known_quality import known_quality
from meshnet_gui.settings import PRECISIONS, Settings
from meshnet_gui.types import Span
from tests.gui import samples


@pytest.fixture
def field(qtbot: QtBot) -> PrecisionField:
    made = PrecisionField()
    qtbot.addWidget(made)
    return made


def texts(field: PrecisionField) -> list[str]:
    return [field.choice.itemText(index) for index in range(field.choice.count())]


def test_every_precision_is_there_once() -> None:
    field = PrecisionField()
    offered = {str(field.choice.itemData(index)) for index in range(field.choice.count())}
    assert offered == set(PRECISIONS) - {"fp32"}  # the same weights as auto


def test_memory_and_measured_loss_stand_beside_each(field: PrecisionField) -> None:
    field.show_sizes(samples.SIZES, Span(0, 15))
    quality = known_quality()
    assert texts(field) == [
        "As stored · 326 MB",
        f"16 bit · 163 MB · {quality['bf16'].agreement:.1%} alike",
        f"8 bit · 61.7 MB · {quality['int8'].agreement:.1%} alike",
        f"4 bit · 42.5 MB · {quality['int4'].agreement:.1%} alike",
    ]


def test_without_a_model_or_its_sizes_no_memory_is_made_up(field: PrecisionField) -> None:
    field.show_sizes(None, None)
    assert texts(field)[0] == "As stored"
    field.show_sizes(None, Span(0, 3))
    assert texts(field)[0] == "As stored"


def test_the_words_say_what_is_lost_what_flatters_it_and_that_peers_need_the_same(field: PrecisionField) -> None:
    assert field.words.text() == ONE_ROUTE
    field.choice.setCurrentIndex(field.choice.findData("int8"))
    assert field.words.text() == f"{ONE_ROUTE} {known_quality()['int8'].words()}"


@pytest.mark.parametrize(("saved", "shown"), [("int4", "int4"), ("auto", "auto"), ("fp32", "auto")])
def test_what_is_saved_is_shown_and_is_no_change(field: PrecisionField, qtbot: QtBot, saved: str, shown: str) -> None:
    settings = Settings(precision=saved)
    with qtbot.assertNotEmitted(field.changed):
        field.show_settings(settings)
    assert field.precision == shown
    assert field.changes(settings) == {}


def test_a_choice_is_a_change(field: PrecisionField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(field.changed, timeout=1000):
        field.choice.setCurrentIndex(field.choice.findData("bf16"))
    assert field.changes(Settings()) == {"precision": "bf16"}
