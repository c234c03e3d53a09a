from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from meshnet_gui.concurrency.garbage import collect_here
from meshnet_gui.gui.garbage import GarbageCollector
from tests.gui import samples


class Ending(QObject):
    """Says on which thread it ended."""

    ended_on: list[int] = []  # noqa: RUF012  # what every object of the test tells

    def __init__(self) -> None:
        super().__init__()
        self.itself = self

    def __del__(self) -> None:
        self.ended_on.append(threading.get_ident())


@pytest.fixture
def collector(qtbot: QtBot) -> Iterator[GarbageCollector]:
    Ending.ended_on.clear()
    gc.collect()
    made = GarbageCollector()
    yield made
    made.close()
    gc.unfreeze()


def test_no_other_thread_collects_while_there_is_a_window(collector: GarbageCollector) -> None:
    Ending()
    assert not gc.isenabled()
    other = threading.Thread(target=collect_here)
    other.start()
    other.join()
    assert Ending.ended_on == []
    collector.collect_all()
    assert Ending.ended_on == [threading.get_ident()]


def test_the_young_are_collected_as_often_as_python_would(collector: GarbageCollector, qtbot: QtBot) -> None:
    Ending()
    keep = [[] for _ in range(gc.get_threshold()[0] + 100)]  # type: list[list[object]]
    qtbot.waitUntil(lambda: len(Ending.ended_on) == 1)
    assert keep
    assert QThread.currentThread() is collector.thread()


def test_everything_is_collected_soon_after_layers_have_left(collector: GarbageCollector, qtbot: QtBot) -> None:
    collector.show_snapshot(samples.WORKING)
    assert collector.num_full == 0
    collector.show_snapshot(samples.WORKING)  # nothing has changed
    assert not collector._soon.isActive()
    collector.show_snapshot(replace(samples.WORKING, node=samples.OFF))
    qtbot.waitUntil(lambda: collector.num_full == 1)


def test_without_a_window_whoever_needs_it_collects(qtbot: QtBot) -> None:
    GarbageCollector().close()
    assert gc.isenabled()
    Ending.ended_on.clear()
    Ending()
    collect_here()
    assert len(Ending.ended_on) == 1
