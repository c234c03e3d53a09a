"""The app's window while a long answer streams into it: how late its thread is, and whether a reader is left in peace.

The window, the bridge and the conversations on disk are the app's own; a thread that publishes token after token stands
in for the core. The window is drawn in memory, so that what was drawn can be compared pixel by pixel.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QPoint, QRect, QTimer
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from meshnet_gui.concurrency.background import in_background
from meshnet_gui.errors import MachineError
from meshnet_gui.events import EventBus, GenerationFinished, GenerationStarted, GenerationText
from meshnet_gui.gui.application import make_application, quick_hand_over
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.garbage import GarbageCollector
from meshnet_gui.gui.main_window import TABS, MainWindow
from meshnet_gui.gui.theme import ThemeController
from meshnet_gui.gui.ticks import Ticks
from meshnet_gui.gui.transcript import Transcript
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.kept import KeptConversations
from meshnet_gui.runtime.snapshot import ModelView, Snapshot, SnapshotTaken
from meshnet_gui.settings import Settings
from meshnet_gui.types import GenerationResult, Hop, Route, Span

LATE_MS, BUSY_MS, OFF_PX, CHANGED, PARTS = "late_ms", "busy_ms", "off_px", "changed", "parts"
PROMPT_TOKENS = 41
WATCHED_AFTER, WATCHED_FROM_VIEWS = 0.1, 4
SNAPSHOT_EVERY_S = 1.0
SETTLED_MS, AFTERWARDS_MS, PATIENCE_MS = 500, 500, 30_000
_ID = "streamed"
_ROUTE = Route((Hop("http://127.0.0.1:51001", Span(0, 15)), Hop("http://127.0.0.1:51002", Span(15, 30))))


def measure_stream(tokens: Sequence[str], tokens_per_s: float, scrolled_up: bool) -> Mapping[str, Sequence[float]]:
    """Streams ``tokens`` into a chat; the reader stays at its end, or scrolls up after a tenth.

    ``late_ms``: by how much each tick of a 10 ms timer came late, of the whole stream; ``busy_ms``: how long the
    window's thread computed before it. ``off_px``: at each paint from then on, how far what is read was from its place
    (at the end: how far the end was). ``changed``: 1 for each picture of what is read that was not the first one's
    equal, else 0; none at the end. ``parts``: how many there were.
    Threads: the main one. Raises MachineError where the answer did not come in time.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    make_application(["meshnet"])
    with tempfile.TemporaryDirectory(prefix="meshnet-stream-") as folder, quick_hand_over():
        source = _Source(tokens, tokens_per_s)
        conversations = KeptConversations(source.events, Path(folder))
        try:
            return _watched(source, conversations, scrolled_up)
        finally:
            source.is_ended = True
            conversations.close()


def _watched(source: _Source, conversations: KeptConversations, scrolled_up: bool) -> Mapping[str, Sequence[float]]:
    app = make_application(["meshnet"])
    bridge = Bridge(source.events)
    window = MainWindow(cast(Commands, source), conversations, bridge, ThemeController(app))
    bridge.snapshot.connect(window.show_snapshot)
    window.show_snapshot(source.snapshot())
    garbage, loop = GarbageCollector(window), QEventLoop()
    reader = _Reader(window, source, scrolled_up, loop.quit)
    bridge.generation.connect(reader.take_event)
    window.resize(1180, 800)
    window.show()
    for name in TABS:  # else they are made one after the other in the first second
        getattr(window, name.lower())
    QTimer.singleShot(SETTLED_MS, reader.begin)
    loop.exec()
    garbage.close()
    bridge.close()
    window.allow_close()
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    if not reader.is_answered:
        raise MachineError("The answer did not come to its end in time.")
    return reader.found()


class _Source:
    """In the core's place: every command is done at once, and a question is answered by the tokens on a thread."""

    def __init__(self, tokens: Sequence[str], tokens_per_s: float) -> None:
        self.events = EventBus()
        self.tokens = tokens
        self.tokens_per_s = tokens_per_s
        self.is_ended = False

    def __getattr__(self, name: str) -> Callable[..., Future[Any]]:
        if name.startswith("_"):
            raise AttributeError(name)
        return _done

    def snapshot(self) -> Snapshot:
        model = ModelView("local/streamed", "local/streamed@1", 30, 131_072, 500_000_000)
        return Snapshot(Settings(model=model.name), model, (model,), route=_ROUTE, num_generating=1)

    def start_generation(self, *asked: Any) -> str:
        in_background(self._publish, "meshnet-stream")
        return _ID

    def _publish(self) -> None:
        publish, began, told_at = self.events.publish, time.perf_counter(), 0.0
        publish(GenerationStarted(_ID, _ROUTE, PROMPT_TOKENS))
        for num, token in enumerate(self.tokens, 1):
            time.sleep(max(0.0, num / self.tokens_per_s - (time.perf_counter() - began)))
            if self.is_ended:
                return
            publish(GenerationText(_ID, token, num))
            if time.perf_counter() - began >= told_at:
                told_at += SNAPSHOT_EVERY_S
                publish(SnapshotTaken(self.snapshot()))
        text, num = "".join(self.tokens), len(self.tokens)
        result = GenerationResult(
            text, tuple(range(num)), PROMPT_TOKENS, "eos", _ROUTE, self.tokens_per_s, 0.1, 0, True
        )
        publish(GenerationFinished(_ID, result))


def _done(*asked: Any, **more: Any) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(None)
    return future


class _Reader(QObject):
    """Asks, scrolls up where it is to, watches, and calls ``ended`` some time after the answer's end."""

    def __init__(self, window: MainWindow, source: _Source, scrolled_up: bool, ended: Callable[[], None]) -> None:
        super().__init__(window)
        self.is_answered = False
        self._window = window
        self._source = source
        self._scrolled_up = scrolled_up
        self._ended = ended
        self._ticks: Ticks | None = None
        self._watch: Watch | None = None

    def begin(self) -> None:
        self._ticks = Ticks(self)
        QTimer.singleShot(SETTLED_MS, self, lambda: self._window.chat.send("Tell me all of it."))
        stream_ms = 1000 * len(self._source.tokens) / self._source.tokens_per_s
        QTimer.singleShot(round(2 * stream_ms) + PATIENCE_MS, self, self._ended)

    def take_event(self, event: object) -> None:
        if isinstance(event, GenerationText) and self._watch is None:
            transcript = self._window.chat.transcript
            is_long = transcript.verticalScrollBar().maximum() > WATCHED_FROM_VIEWS * transcript.viewport().height()
            if is_long and event.num_tokens >= WATCHED_AFTER * len(self._source.tokens):
                self._watch = Watch(transcript, self._scrolled_up)
        elif isinstance(event, GenerationFinished):
            self.is_answered = True
            QTimer.singleShot(AFTERWARDS_MS, self, self._ended)

    def found(self) -> Mapping[str, Sequence[float]]:
        """Empty of what there was no time to see."""
        ticks, watch = self._ticks, self._watch
        return {
            LATE_MS: ticks.late_ms if ticks is not None else (),
            BUSY_MS: ticks.busy_ms if ticks is not None else (),
            OFF_PX: watch.off_px if watch is not None else (),
            CHANGED: watch.changed if watch is not None else (),
            PARTS: (len(self._window.chat.rows[-1][1].sections),),
        }


class Watch(QObject):
    """Looks, at every paint of a transcript, whether what is read is in its place, and whether it still looks the same.

    ``scrolled_up``: the reader goes half the way up first; else it is the end that is read.
    """

    def __init__(self, transcript: Transcript, scrolled_up: bool) -> None:
        super().__init__(transcript)
        self.off_px: list[float] = []
        self.changed: list[float] = []
        self._transcript = transcript
        self._scrolled_up = scrolled_up
        self._bar = transcript.verticalScrollBar()
        self._seen: QWidget | None = None
        self._place = 0
        self._picture: QImage | None = None
        self._has_pictures = QGuiApplication.platformName() == "offscreen"  # no other window lies over it
        self._look = QTimer(self, singleShot=True, interval=0)
        self._look.timeout.connect(self._compare)
        if scrolled_up:
            self._bar.setValue(self._bar.maximum() // 2)
            self._seen = transcript.first_read()
            self._place = self._top()
        transcript.page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.off_px.append(abs(self._top() - self._place))
            if self._scrolled_up and self._has_pictures:
                self._look.start()
        return False

    def _top(self) -> int:
        """Of what is read, in the view; without it, how much of the transcript's end is below the view."""
        if self._seen is None:
            return self._bar.maximum() - self._bar.value()
        return self._seen.mapTo(self._transcript.viewport(), QPoint(0, 0)).y()

    def _compare(self) -> None:
        """What was drawn is asked of the window, so it is what was there and nothing is drawn again."""
        view, window = self._transcript.viewport(), self._transcript.window()
        place = QRect(view.mapTo(window, QPoint(0, 0)), view.size())
        screen = QGuiApplication.primaryScreen()
        picture = screen.grabWindow(window.winId(), place.x(), place.y(), place.width(), place.height()).toImage()
        if self._picture is None:
            self._picture = picture
        else:
            self.changed.append(float(picture != self._picture))
