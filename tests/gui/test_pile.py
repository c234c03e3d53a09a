from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.pile import Pile


class Moves(QObject):
    """How often any of some widgets was moved."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__(widgets[0])
        self.num = 0
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.num += event.type() == QEvent.Type.Move
        return False


def block(height: int) -> QLabel:
    label = QLabel("text")
    label.setFixedHeight(height)
    return label


def shown(qtbot: QtBot, pile: Pile) -> Pile:
    qtbot.addWidget(pile)
    pile.resize(300, 10)
    pile.show()
    return pile


def test_widgets_lie_below_each_other_and_the_pile_is_as_high_as_they_are(qtbot: QtBot) -> None:
    pile = shown(qtbot, Pile(spacing=5, margin=20))
    for height in (30, 40, 50):
        pile.append(block(height))
    pile.widgets[1].hide()
    pile.arrange()
    assert [(each.y(), each.width()) for each in pile.widgets if each.isVisible()] == [(20, 300), (55, 300)]
    assert pile.height() == 20 + 30 + 5 + 50 + 20


def test_what_lies_above_never_moves_while_something_is_added_or_grows(qtbot: QtBot) -> None:
    outer, inner = shown(qtbot, Pile(spacing=5)), Pile(spacing=5)
    outer.append(inner)
    above = [block(100) for _ in range(5)]
    for each in above:
        inner.append(each)
    outer.arrange()
    qtbot.waitUntil(lambda: inner.height() == 5 * 105 - 5)
    moves = Moves(*above)
    last = block(300)
    inner.append(last)
    qtbot.waitUntil(lambda: outer.height() == 5 * 105 + 300)
    last.setFixedHeight(700)
    qtbot.waitUntil(lambda: outer.height() == 5 * 105 + 700)
    assert moves.num == 0


def test_piles_in_piles_have_their_height_at_once(qtbot: QtBot) -> None:
    outer, inner, below = shown(qtbot, Pile(spacing=5)), Pile(spacing=5), block(10)
    outer.append(inner)
    outer.append(below)
    inner.append(block(400))
    inner.arrange()
    assert (inner.height(), below.y(), outer.height()) == (400, 405, 415)


def test_a_widget_whose_height_follows_from_its_width_gets_it_when_the_pile_is_narrowed(qtbot: QtBot) -> None:
    pile, words = shown(qtbot, Pile(spacing=0)), QLabel("many words in a row " * 20)
    words.setWordWrap(True)
    pile.append(words)
    pile.append(block(10))
    pile.resize(600, pile.height())
    wide = pile.height()
    pile.resize(200, pile.height())
    assert pile.height() > wide
    assert pile.widgets[1].y() == words.height() == words.heightForWidth(200)


def test_the_first_widget_below_a_line_is_found(qtbot: QtBot) -> None:
    pile = shown(qtbot, Pile(spacing=10))
    for _ in range(4):
        pile.append(block(90))
    pile.widgets[2].hide()
    pile.arrange()
    found = [pile.first_below(y) for y in (0, 89, 90, 189, 190, 289, 290)]
    assert [pile.widgets.index(each) if each else None for each in found] == [0, 0, 1, 1, 3, 3, None]


def test_what_is_taken_out_leaves_no_gap(qtbot: QtBot) -> None:
    pile = shown(qtbot, Pile(spacing=10))
    blocks = [block(90) for _ in range(3)]
    for each in blocks:
        pile.append(each)
    pile.take(blocks[0])
    pile.arrange()
    assert blocks[1].mapTo(pile, QPoint(0, 0)).y() == 0
    assert pile.height() == 190
    assert not blocks[0].isVisible()
