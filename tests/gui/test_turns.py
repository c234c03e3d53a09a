"""Work in turns: a piece at least, no more than fits, the rest later, and all of it at once where that is asked for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.turns import Turns


class _Work:
    """Pieces that take a second each, by a clock of its own."""

    def __init__(self, num: int) -> None:
        self.num_left, self.now = num, 0.0

    def step(self) -> bool:
        self.num_left -= 1
        self.now += 1.0
        return self.num_left > 0


@pytest.fixture
def parent(qapp: object) -> QObject:
    return QObject()


def test_a_turn_ends_when_its_time_is_over_and_the_rest_follows_by_itself(parent: QObject, qtbot: QtBot) -> None:
    work = _Work(10)
    turns = Turns(parent, work.step, 3.0, lambda: work.now)
    turns.begin()
    assert (work.num_left, turns.is_waiting) == (7, True)
    qtbot.waitUntil(lambda: not turns.is_waiting, timeout=2000)
    assert work.num_left == 0


def test_a_piece_is_done_in_each_turn_however_long_it_takes(parent: QObject) -> None:
    work = _Work(3)
    Turns(parent, work.step, 0.0, lambda: work.now).begin()
    assert work.num_left == 2


def test_all_that_is_left_can_be_had_at_once_or_left_undone(parent: QObject, qtbot: QtBot) -> None:
    work, dropped = _Work(10), _Work(10)
    turns = Turns(parent, work.step, 1.0, lambda: work.now)
    turns.begin()
    turns.finish()
    assert (work.num_left, turns.is_waiting) == (0, False)
    stopped = Turns(parent, dropped.step, 1.0, lambda: dropped.now)
    stopped.begin()
    stopped.stop()
    other = _Work(5)
    late = Turns(parent, other.step, 1.0, lambda: other.now)
    late.begin()
    qtbot.waitUntil(lambda: not late.is_waiting, timeout=2000)
    assert dropped.num_left == 9
