from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.theme import LIGHT, make_stylesheet
from meshnet_gui.gui.widgets import (
    Combo,
    ElidedLabel,
    IconButton,
    PlainLabel,
    ProgressBar,
    Switch,
    UsageBar,
    plain_tooltip,
)


def test_labels_show_markup_as_it_is(qtbot: QtBot) -> None:
    label = PlainLabel("<b>x</b>")
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == "<b>x</b>"


def test_one_endless_word_does_not_widen_a_wrapped_label(qtbot: QtBot) -> None:
    label = PlainLabel("x" * 2000, wrap=True)
    qtbot.addWidget(label)
    assert label.minimumSizeHint().width() < 900
    assert label.text().replace("\u200b", "") == "x" * 2000


def test_tooltips_show_markup_as_it_is() -> None:
    assert plain_tooltip("<img src=x> & more") == "<qt>&lt;img src=x&gt; &amp; more</qt>"
    assert plain_tooltip("") == ""


def test_a_tooltip_is_no_longer_than_can_be_read() -> None:
    assert len(plain_tooltip("x" * 10_000_000)) < 5000


def test_an_elided_label_keeps_its_whole_text_within_reach(qtbot: QtBot) -> None:
    label = ElidedLabel("a rather long text that cannot fit")
    qtbot.addWidget(label)
    label.show()
    label.resize(60, 20)
    assert label.text().endswith("…")
    assert label.full_text in label.toolTip()
    assert label.accessibleName() == label.full_text
    label.resize(600, 20)
    assert label.text() == label.full_text
    assert label.toolTip() == ""


def test_a_switch_is_a_check_box_for_keyboard_and_screen_reader(qtbot: QtBot) -> None:
    switch = Switch("Share")
    qtbot.addWidget(switch)
    switch.show()
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert switch.isChecked()
    assert switch.accessibleName() == "Share"
    qtbot.waitUntil(lambda: switch._position == 1.0, timeout=2000)
    switch.grab()


def test_a_usage_bar_warns_before_it_is_full(qtbot: QtBot) -> None:
    bar = UsageBar("Memory")
    qtbot.addWidget(bar)
    levels = []
    for used in (10, 80, 100, 250):
        bar.set_usage(used, 100, f"{used} of 100")
        levels.append(bar.property("level"))
    assert levels == ["", "high", "full", "full"]
    bar.set_usage(5, 0, "nothing reserved")
    assert bar.value() == 0


def test_an_icon_button_is_named_by_what_it_does(qtbot: QtBot) -> None:
    button = IconButton("copy", "Copy <answer>")
    qtbot.addWidget(button)
    assert button.accessibleName() == "Copy <answer>"
    assert "&lt;answer&gt;" in button.toolTip()
    assert not button.icon().isNull()


def test_the_list_of_a_choice_shows_every_entry_whole(qtbot: QtBot) -> None:
    window = QWidget()
    window.setStyleSheet(make_stylesheet(LIGHT, 10.0))
    qtbot.addWidget(window)
    combo = Combo("Swarm")
    combo.addItems(["Our house", "No swarm: work alone"])
    QVBoxLayout(window).addWidget(combo)
    window.show()
    combo.showPopup()
    entries = combo.view()
    qtbot.waitUntil(entries.isVisible, timeout=2000)
    last = entries.visualRect(entries.model().index(1, 0))
    combo.hidePopup()
    assert last.height() >= 24
    assert entries.viewport().rect().contains(last)


def test_a_bar_that_is_told_something_draws_nothing_before_the_window_does(qtbot: QtBot) -> None:
    class Counting(ProgressBar):
        num_paints = 0

        def paintEvent(self, event: QPaintEvent) -> None:
            self.num_paints += 1
            super().paintEvent(event)

    window, bar = QWidget(), Counting()
    QVBoxLayout(window).addWidget(bar)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: bar.num_paints > 0)
    for tell in (lambda: bar.setValue(50), lambda: bar.setRange(0, 0)):
        before = bar.num_paints
        tell()
        assert bar.num_paints == before
        qtbot.waitUntil(lambda num=before: bar.num_paints > num)
