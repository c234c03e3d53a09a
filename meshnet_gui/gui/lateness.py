"""How late the window's thread runs: the real app with a script in the user's place and a 10 ms timer that keeps count.

The node of this process computes while the window draws, which is the worst case for the window.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Qt, QTimer

from meshnet_gui.errors import MachineError
from meshnet_gui.events import GenerationFailed, GenerationFinished, GenerationText
from meshnet_gui.gui.application import AppController, CoreHandle, make_application, quick_hand_over
from meshnet_gui.gui.display import display_problem
from meshnet_gui.gui.single_instance import SingleInstance
from meshnet_gui.gui.ticks import Ticks
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.settings import data_dir
from meshnet_gui.types import Message, SamplingParams

TAB_EVERY_MS = 2000
START_DEADLINE_MS = 180_000
MAX_TOKENS = 512
LOADING, ASKING, DECODING = "loading", "asking", "decoding"


def measure_lateness(
    core_factory: Callable[[], CoreHandle], prompts: Sequence[str], seconds: float
) -> Mapping[str, Sequence[float]]:
    """Milliseconds by which each tick came late: while the core loads, from the questions to the first words, and while
    all ``prompts`` are being answered at once.

    The first prompt is asked in the chat tab. Without a display the window is drawn in memory. Threads: the main one.
    Raises MachineError where the node does not come up or an answer fails.
    """
    if display_problem():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = make_application(["meshnet"])
    with quick_hand_over():
        core = core_factory()
        controller = AppController(app, core, SingleInstance(data_dir()))
        script = _Script(controller, core, prompts, seconds)
        controller.run()
    if script.failure:
        raise MachineError(script.failure)
    return script.lateness_ms


class _Script(QObject):
    """Waits for the node, keeps all prompts being answered for a while, looks at the tabs in turn, and quits."""

    def __init__(self, controller: AppController, core: CoreHandle, prompts: Sequence[str], seconds: float) -> None:
        super().__init__(controller)
        self.lateness_ms: dict[str, list[float]] = {LOADING: [], ASKING: [], DECODING: []}
        self.failure = ""
        self._controller = controller
        self._commands = core.commands
        self._prompts = prompts
        self._seconds = seconds
        self._talking: set[str] = set()
        self._ticks = Ticks(self)
        self._enter(LOADING)
        self._tabs = self._timer(TAB_EVERY_MS, self._next_tab)
        self._deadline = self._timer(START_DEADLINE_MS, self._give_up)
        controller.bridge.snapshot.connect(self._take_snapshot)
        controller.bridge.generation.connect(self._take_event)

    def _timer(self, interval_ms: int, action: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(action)
        timer.start(interval_ms)
        return timer

    def _enter(self, phase: str) -> None:
        self._phase = phase
        self._ticks.late_ms = self.lateness_ms[phase]

    def _next_tab(self) -> None:
        tabs = self._controller.window.tabs
        tabs.setCurrentIndex((tabs.currentIndex() + 1) % tabs.count())

    def _take_snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.node.state == "failed":
            self._quit(snapshot.node.error)
        elif snapshot.node.state == "ready" and not snapshot.startup and self._phase == LOADING:
            self._enter(ASKING)
            for index in range(len(self._prompts)):
                self._ask(index)

    def _ask(self, index: int) -> None:
        if index == 0:
            chat = self._controller.window.chat
            chat.clear()
            chat.send(self._prompts[0])
            return
        message = Message("user", self._prompts[index])
        self._commands.start_generation([message], SamplingParams(), MAX_TOKENS)

    def _take_event(self, event: object) -> None:
        if isinstance(event, GenerationText) and self._phase == ASKING:
            self._talking.add(event.generation_id)
            if len(self._talking) == len(self._prompts):
                self._enter(DECODING)
                QTimer.singleShot(round(self._seconds * 1000), self, self._quit)
        elif isinstance(event, GenerationFailed):
            self._quit(event.text)
        elif isinstance(event, GenerationFinished):
            self._ask_again()

    def _ask_again(self) -> None:
        """An answer came to its end early: another takes its place."""
        chat_is_free = not self._controller.window.chat.conversation.running
        self._ask(0 if chat_is_free else 1)

    def _give_up(self) -> None:
        self._quit("The node gave no answer in time." if self._phase != DECODING else "")

    def _quit(self, failure: str = "") -> None:
        self.failure = self.failure or failure
        for timer in (self._ticks, self._tabs, self._deadline):
            timer.stop()
        self._controller.quit()
