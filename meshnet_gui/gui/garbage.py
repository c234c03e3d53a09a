"""Collects objects in cycles on the window's thread, and lets no other thread do it. See ``concurrency.garbage``."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from meshnet_gui.concurrency.garbage import collect_only_myself
from meshnet_gui.runtime.snapshot import Snapshot

LOOK_EVERY_MS = 500
AFTER_A_CHANGE_MS = 1500


class GarbageCollector(QObject):
    """Switches Python's own collecting off until ``close``. The young are collected as often as Python would.

    A change of what is loaded leaves gigabytes in cycles: soon after one, everything is collected. What is there after
    that stays out of later collections, so that they take milliseconds although the libraries have a million objects.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._loaded: object = None
        self.num_full = 0
        self._end = collect_only_myself()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(LOOK_EVERY_MS)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.collect_all)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        nodes = snapshot.node, snapshot.alone
        loaded = tuple((shard.identity, shard.span, shard.state) for node in nodes for shard in node.shards)
        if self._loaded is not None and loaded != self._loaded:
            self._soon.start(AFTER_A_CHANGE_MS)
        self._loaded = loaded

    def look(self) -> None:
        """Collects the oldest generation that is due."""
        due = [
            age for age, (num, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if num > most
        ]
        if due:
            gc.collect(min(due[-1], 1))

    def collect_all(self) -> None:
        gc.collect()
        gc.freeze()
        self.num_full += 1

    def close(self) -> None:
        """Python collects by itself again."""
        self._timer.stop()
        self._soon.stop()
        self._end()
