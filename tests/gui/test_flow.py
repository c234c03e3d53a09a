from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.flow import Flow


def made(qtbot: QtBot, width: int, *, at_end: bool = False) -> tuple[QWidget, list[QPushButton]]:
    page = QWidget()
    qtbot.addWidget(page)
    buttons = [QPushButton(words) for words in ("Cancel", "Save", "Save and share by these rules")]
    page.setLayout(Flow(*buttons, at_end=at_end))
    page.resize(width, page.heightForWidth(width))
    page.show()
    return page, buttons


def test_what_fits_stands_in_one_line(qtbot: QtBot) -> None:
    page, (first, second, third) = made(qtbot, 900)
    assert first.y() == second.y() == third.y()
    assert first.geometry().right() < second.x() < third.x() < page.width()


def test_what_does_not_fit_goes_on_below_and_nothing_is_cut(qtbot: QtBot) -> None:
    page, buttons = made(qtbot, 250)
    assert buttons[0].y() < buttons[-1].y()
    for button in buttons:
        assert button.width() >= button.sizeHint().width()
        assert page.rect().contains(button.geometry())


def test_a_line_may_end_at_the_right_edge_and_a_hidden_widget_takes_no_room(qtbot: QtBot) -> None:
    page, buttons = made(qtbot, 600, at_end=True)
    assert buttons[-1].geometry().right() == page.width() - 1
    buttons[-1].hide()
    qtbot.waitUntil(lambda: buttons[1].geometry().right() == page.width() - 1, timeout=2000)
