"""Work in turns: a piece at least, no more than fits, the rest later, and all of it at once where that is asked for."""

from __future__ import annotations

import pytest
import shiboken6
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
    work, dropped, other = _Work(10), _Work(10), _Work(5)
    turns = Turns(parent, work.step, 1.0, lambda: work.now)
    turns.begin()
    turns.finish()
    assert (work.num_left, turns.is_waiting) == (0, False)
    stopped = Turns(parent, dropped.step, 1.0, lambda: dropped.now)
    stopped.begin()
    stopped.stop()
    late = Turns(parent, other.step, 1.0, lambda: other.now)
    late.begin()
    qtbot.waitUntil(lambda: not late.is_waiting, timeout=2000)
    assert dropped.num_left == 9


def test_several_works_take_turns_and_minor_ones_come_last(parent: QObject, qtbot: QtBot) -> None:
    told: list[str] = []

    def work(name: str, num: int, *, minor: bool = False) -> Turns:
        left = [num]

        def step() -> bool:
            told.append(name)
            left[0] -= 1
            return left[0] > 0

        return Turns(parent, step, 0.0, after=lambda: told.append("-"), minor=minor)

    minor, first, second = work("c", 2, minor=True), work("a", 3), work("b", 2)
    minor.wait()
    assert told == []
    first.begin()
    second.begin()  # the first waits for its second turn, so this one waits as well
    assert told == ["a", "-"]
    qtbot.waitUntil(lambda: not any(each.is_waiting for each in (minor, first, second)), timeout=2000)
    assert "".join(told) == "a-a-b-a-b-c-c-"


def test_work_for_what_is_gone_is_left_undone(qtbot: QtBot, parent: QObject) -> None:
    owner, gone, other = QObject(), _Work(10), _Work(3)
    Turns(owner, gone.step, 0.0, lambda: gone.now).begin()
    shiboken6.delete(owner)
    turns = Turns(parent, other.step, 0.0, lambda: other.now)
    turns.wait()
    qtbot.waitUntil(lambda: not turns.is_waiting, timeout=2000)
    assert (gone.num_left, other.num_left) == (9, 0)
