"""Runs the app with a fake core in a process of its own: ``python -m tests.gui.app_process PHASE``.

``PHASE`` says how the core starts: ``quick``, ``slow`` (a thread sleeps), ``never`` (the future never ends),
``fails``; or that it is ``busy``: it stops only once it is told to hurry, and says ``stopping``. Or it says what goes
on when the core has started: ``importing``, ``fetching``, ``loading``, ``generating``, ``serving``; or what is open in
the window then: ``question``, ``wizard``, ``settings``. The process says ``shown`` on stdout once its window is on
screen, and what is to be open in it.
"""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import Future
from dataclasses import replace

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from meshnet_gui.errors import MachineError
from meshnet_gui.events import GenerationStarted, GenerationText
from meshnet_gui.gui.application import AppController, run_app
from meshnet_gui.runtime.snapshot import FetchView, Snapshot, SnapshotTaken
from tests.gui import samples
from tests.gui.fakes import FakeCore

_FETCH = FetchView(samples.OTHER_MODEL.name, "fetching", done_bytes=3_000_000, total_bytes=9_000_000)
GOING_ON: dict[str, Snapshot] = {
    "quick": samples.WORKING,
    "importing": replace(samples.IDLE, importing="Reading layer 3 of 30"),
    "fetching": replace(samples.IDLE, fetches=(_FETCH,)),
    "loading": replace(samples.IDLE, node=samples.LOADING),
    "generating": replace(samples.WORKING, num_generating=1),
    "serving": samples.IN_SWARM,
    "question": samples.IDLE,
    "wizard": samples.NO_MODEL,
    "settings": samples.IDLE,
}


class Core(FakeCore):
    def __init__(self, phase: str) -> None:
        super().__init__(samples.STARTING)
        self._phase = phase
        self._halt = threading.Event()
        self._hurried = False
        self._threads: list[threading.Thread] = []

    def start(self) -> Future[None]:
        if self._phase not in ("question", "wizard", "settings"):
            QTimer.singleShot(100, _say_shown)
        thread = threading.Thread(target=self._run)
        self._threads.append(thread)
        thread.start()
        return self.started

    def stop(self, timeout_s: float) -> None:
        if self._phase == "busy":
            print("stopping", flush=True)
            deadline = time.monotonic() + 60
            while not self._hurried and time.monotonic() < deadline:
                time.sleep(0.01)  # an event may not be set by a handler that interrupts who waits for it
        self._halt.set()
        deadline = time.monotonic() + timeout_s
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def hurry(self) -> None:
        self._hurried = True

    def _run(self) -> None:
        if self._phase == "fails":
            self.started.set_exception(MachineError("The store cannot be read."))
        elif self._phase in GOING_ON:
            self.started.set_result(None)
            if self._phase == "generating":
                self.events.publish(GenerationStarted("g1", samples.ROUTE, 12))
            while not self._halt.wait(0.01):
                self.events.publish(SnapshotTaken(GOING_ON[self._phase]))
                if self._phase == "generating":
                    self.events.publish(GenerationText("g1", "word ", 1))
        else:
            self._halt.wait(0.5 if self._phase == "slow" else None)


class Opener:
    """Opens what the phase names once the window shows what the core says, and says so when it is there."""

    def __init__(self, phase: str, app: AppController) -> None:
        self._phase = phase
        self._app = app
        self._timer = QTimer(app)
        self._timer.timeout.connect(self._look)
        if phase in ("question", "wizard", "settings"):
            self._timer.start(50)

    def _look(self) -> None:
        window = self._app.window
        if not window.isVisible() or not self._app._core_started:
            return
        if self._phase == "question":
            QSystemTrayIcon.isSystemTrayAvailable = lambda: True  # type: ignore[method-assign]
            QSystemTrayIcon.isVisible = lambda self: True  # type: ignore[method-assign]
            window.close()
        elif self._phase == "settings":
            window.dialogs.open_settings()
        if any(each.isVisible() for each in QApplication.topLevelWidgets() if each is not window and each.isWindow()):
            self._timer.stop()
            _say_shown()


def _say_shown() -> None:
    print("shown", flush=True)


if __name__ == "__main__":
    keep: list[Opener] = []
    sys.exit(
        run_app(
            lambda: Core(sys.argv[1]), ["meshnet"], lambda app: keep.append(Opener(sys.argv[1], app)), ends_process=True
        )
    )
