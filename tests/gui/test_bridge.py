from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.events import EndAsked, GenerationNote, GenerationText
from meshnet_gui.gui.bridge import Bridge, merge
from meshnet_gui.runtime.snapshot import SnapshotTaken
from tests.gui import samples
from tests.gui.fakes import FakeCore


def test_neighbouring_texts_of_one_answer_are_joined() -> None:
    events: list[object] = [GenerationText("g1", "a", 1), GenerationText("g1", "b", 2), GenerationText("g2", "c", 1)]
    assert merge(events) == [GenerationText("g1", "ab", 2), GenerationText("g2", "c", 1)]


def test_the_order_of_other_events_stays() -> None:
    note = GenerationNote("g1", "again")
    events: list[object] = [GenerationText("g1", "a", 1), note, GenerationText("g1", "b", 2)]
    assert merge(events) == events


def test_only_the_newest_snapshot_of_a_batch_is_passed_on() -> None:
    first, second = SnapshotTaken(samples.STARTING), SnapshotTaken(samples.IDLE)
    assert merge([first, GenerationText("g", "a", 1), second]) == [GenerationText("g", "a", 1), second]


def test_a_flood_of_tokens_from_another_thread_is_few_signals_on_the_qt_thread(
    core: FakeCore, bridge: Bridge, qtbot: QtBot
) -> None:
    heard: list[GenerationText] = []
    threads = set()

    def hear(event: GenerationText) -> None:
        threads.add(QThread.currentThread())
        heard.append(event)

    bridge.generation.connect(hear)

    def publish() -> None:
        for number in range(5000):
            core.events.publish(GenerationText("g1", "x", number + 1))

    worker = threading.Thread(target=publish)
    worker.start()
    qtbot.waitUntil(lambda: bool(heard) and heard[-1].num_tokens == 5000, timeout=5000)
    worker.join()
    assert "".join(event.text for event in heard) == "x" * 5000
    assert len(heard) < 100
    assert threads == {bridge.thread()}


def test_a_command_that_fails_is_told_on_the_qt_thread(bridge: Bridge, qtbot: QtBot) -> None:
    told: list[tuple[object, MeshnetError | None]] = []
    future: Future[None] = Future()
    bridge.watch(future, lambda result, error: told.append((result, error)))
    threading.Thread(target=lambda: future.set_exception(UserError("No such peer."))).start()
    qtbot.waitUntil(lambda: bool(told), timeout=5000)
    assert isinstance(told[0][1], UserError)


def test_foreign_exceptions_and_cancellation_become_texts_for_a_person(bridge: Bridge, qtbot: QtBot) -> None:
    told: list[MeshnetError | None] = []
    broken: Future[None] = Future()
    broken.set_exception(RuntimeError("boom"))
    cancelled: Future[None] = Future()
    cancelled.cancel()
    for future in (broken, cancelled):
        bridge.watch(future, lambda _, error: told.append(error))
    qtbot.waitUntil(lambda: len(told) == 2, timeout=5000)
    assert all(isinstance(error, MeshnetError) for error in told)


def test_nothing_comes_through_after_close(core: FakeCore, bridge: Bridge, drain: Callable[[], None]) -> None:
    heard: list[object] = []
    bridge.snapshot.connect(heard.append)
    core.publish(samples.IDLE)
    future: Future[None] = Future()
    bridge.watch(future, lambda *_: heard.append("done"))
    bridge.close()
    future.set_result(None)
    core.publish(replace(samples.IDLE, notice="late"))
    drain()
    assert heard == []


def test_a_drain_that_is_done_asks_the_app_to_end(core: FakeCore, bridge: Bridge, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bridge.end_asked, timeout=5000):
        core.events.publish(EndAsked())
