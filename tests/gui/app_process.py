"""Runs the app with a fake core in a process of its own: ``python -m tests.gui.app_process PHASE``.

``PHASE`` says how the core starts: ``quick``, ``slow`` (a thread sleeps), ``never`` (the future never ends),
``fails``; or that it is ``busy``: it stops only once it is told to hurry, and says ``stopping``. The process says
``shown`` on stdout once its window is on screen.
"""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import Future

from PySide6.QtCore import QTimer

from meshnet_gui.errors import MachineError
from meshnet_gui.gui.application import run_app
from meshnet_gui.runtime.snapshot import SnapshotTaken
from tests.gui import samples
from tests.gui.fakes import FakeCore


class Core(FakeCore):
    def __init__(self, phase: str) -> None:
        super().__init__(samples.STARTING)
        self._phase = phase
        self._halt = threading.Event()
        self._hurried = False
        self._threads: list[threading.Thread] = []

    def start(self) -> Future[None]:
        QTimer.singleShot(100, lambda: print("shown", flush=True))
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
        elif self._phase == "quick":
            self.started.set_result(None)
            while not self._halt.wait(0.01):
                self.events.publish(SnapshotTaken(samples.WORKING))
        else:
            self._halt.wait(0.5 if self._phase == "slow" else None)


if __name__ == "__main__":
    sys.exit(run_app(lambda: Core(sys.argv[1]), ["meshnet"]))
