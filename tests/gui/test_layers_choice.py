"""Which layers to get is chosen with what they take in sight."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.layers_choice import BY_NUMBER, NONE_NOW, Choosable, LayersChoice, room_problem
from meshnet_gui.runtime.snapshot import DiskView
from meshnet_gui.types import Span
from tests.gui import samples

GB = 1_000_000_000
MODEL = Choosable(36, lambda span: span.num_layers * GB, Span(0, 10), may_be_none=True)


@pytest.fixture
def choice(qtbot: QtBot) -> LayersChoice:
    choice = LayersChoice()
    qtbot.addWidget(choice)
    choice.offer(MODEL, samples.DISK)
    return choice


def texts(choice: LayersChoice) -> list[str]:
    return [choice.which.itemText(place) for place in range(choice.which.count())]


def pick(choice: LayersChoice, words: str) -> None:
    choice.which.setCurrentIndex(next(i for i, text in enumerate(texts(choice)) if text.startswith(words)))


def test_the_layers_that_fit_are_chosen_where_not_all_do(choice: LayersChoice) -> None:
    assert texts(choice) == [
        "All 36 layers · 36.0 GB",
        "Layers 0-10, as many as fit this computer · 10.0 GB",
        NONE_NOW,
        BY_NUMBER,
    ]
    assert choice.span() == Span(0, 10)
    choice.offer(replace(MODEL, fitting=Span(0, 36), may_be_none=False), samples.DISK)
    assert texts(choice) == ["All 36 layers · 36.0 GB", BY_NUMBER]
    assert choice.span() == Span(0, 36)


def test_what_is_chosen_is_asked_for(choice: LayersChoice, qtbot: QtBot) -> None:
    assert choice.get.text() == "Get 10.0 GB"
    with qtbot.waitSignal(choice.chosen) as asked:
        choice.get.click()
    assert asked.args == [Span(0, 10)]
    pick(choice, NONE_NOW)
    assert choice.get.text() == "Add"
    with qtbot.waitSignal(choice.chosen) as asked:
        choice.get.click()
    assert asked.args == [None]


def test_layers_by_number_keep_their_order(choice: LayersChoice) -> None:
    assert not choice.start.isVisible()
    pick(choice, BY_NUMBER)
    assert choice.start.isVisible()
    choice.start.setValue(20)
    assert choice.span() == Span(20, 21)
    choice.end.setValue(4)
    assert choice.span() == Span(3, 4)
    assert choice.get.text() == "Get 1.0 GB"


def test_what_does_not_fit_the_disk_cannot_be_got(choice: LayersChoice) -> None:
    choice.show_disk(DiskView(0, 12 * GB))
    assert choice.get.isEnabled()
    pick(choice, "All")
    assert choice.problem.text() == "That does not fit: 12.0 GB of the disk are free."
    assert choice.problem.isVisible()
    assert not choice.get.isEnabled()
    choice.show_disk(DiskView(0, 50 * GB))
    assert choice.get.isEnabled()


def test_giving_up_is_one_button(choice: LayersChoice, qtbot: QtBot) -> None:
    with qtbot.waitSignal(choice.given_up):
        choice.cancel.click()


def test_a_limit_counts_like_a_full_disk() -> None:
    limited = DiskView(9 * GB, 50 * GB, 10 * GB)
    assert room_problem(8 * GB, limited) == ""  # what was used longest ago makes room
    assert "more than the 10.0 GB" in room_problem(11 * GB, limited)
    assert room_problem(10**15, DiskView()) == ""  # nobody has looked yet
