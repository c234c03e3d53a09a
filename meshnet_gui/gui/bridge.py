"""Core events as Qt signals on the Qt thread, in order, with the tokens of 40 ms in one signal.

The core publishes on its own thread. This object queues what it hears, wakes the Qt thread once per batch, and joins
neighbouring texts of one answer; of several snapshots in a batch only the newest is passed on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

from meshnet_gui.errors import MeshnetError
from meshnet_gui.events import EndAsked, EventBus, GenerationText
from meshnet_gui.gui.translation import tr
from meshnet_gui.runtime.snapshot import SnapshotTaken

BATCH_MS = 40
Done = Callable[[Any, MeshnetError | None], None]


class Bridge(QObject):
    """``snapshot`` carries a ``Snapshot``, ``generation`` a ``GenerationEvent``; ``end_asked`` is for the app."""

    snapshot = Signal(object)
    generation = Signal(object)
    end_asked = Signal()
    _wake = Signal()
    _resolved = Signal(object, object, object)

    def __init__(self, bus: EventBus, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._pending: list[object] = []
        self._since_flush = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._flush)
        self._wake.connect(self._schedule, Qt.ConnectionType.QueuedConnection)
        self._resolved.connect(self._call, Qt.ConnectionType.QueuedConnection)
        self._closed = False
        self._unsubscribe = bus.subscribe(self._hear)

    def watch(self, future: Future[Any], done: Done) -> None:
        """Calls ``done(result, error)`` on the Qt thread when the command has ended; exactly one of them counts."""
        future.add_done_callback(lambda ended: self._hear_end(ended, done))

    def close(self) -> None:
        """Passes nothing on from here; what the core still publishes is dropped."""
        self._closed = True
        self._unsubscribe()
        self._timer.stop()

    def _hear(self, event: object) -> None:
        with self._lock:
            self._pending.append(event)
            first = len(self._pending) == 1
        if first and not self._closed:
            self._wake.emit()

    def _hear_end(self, future: Future[Any], done: Done) -> None:
        if self._closed:
            return
        try:
            self._resolved.emit(done, future.result(), None)
        except CancelledError:
            self._resolved.emit(done, None, MeshnetError(tr("That was cancelled.")))
        except MeshnetError as exc:
            self._resolved.emit(done, None, exc)
        except Exception as exc:
            self._resolved.emit(done, None, MeshnetError(tr("That failed: {reason}", reason=exc)))

    def _call(self, done: Done, result: Any, error: MeshnetError | None) -> None:
        if not self._closed:
            done(result, error)

    def _schedule(self) -> None:
        waited = self._since_flush.elapsed() if self._since_flush.isValid() else BATCH_MS
        if not self._timer.isActive():
            self._timer.start(max(0, BATCH_MS - waited))

    def _flush(self) -> None:
        self._since_flush.start()
        with self._lock:
            events, self._pending = self._pending, []
        for event in merge(events):
            if self._closed:
                return
            if isinstance(event, SnapshotTaken):
                self.snapshot.emit(event.snapshot)
            elif isinstance(event, EndAsked):
                self.end_asked.emit()
            else:
                self.generation.emit(event)


def merge(events: list[object]) -> list[object]:
    """Joins runs of text of one answer and keeps only the last snapshot; the order of the rest stays."""
    newest = max((i for i, event in enumerate(events) if isinstance(event, SnapshotTaken)), default=-1)
    merged: list[object] = []
    run: list[GenerationText] = []
    for index, event in enumerate(events):
        if isinstance(event, SnapshotTaken) and index != newest:
            continue
        if isinstance(event, GenerationText) and (not run or run[-1].generation_id == event.generation_id):
            run.append(event)
            continue
        merged += _joined(run)
        run = [event] if isinstance(event, GenerationText) else []
        merged += [] if run else [event]
    return merged + _joined(run)


def _joined(run: list[GenerationText]) -> list[object]:
    if not run:
        return []
    return [GenerationText(run[-1].generation_id, "".join(event.text for event in run), run[-1].num_tokens)]
