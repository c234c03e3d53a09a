"""The desktop app from its first window to its exit code. Imports no torch: the core does that in its own threads."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMessageBox

from meshnet_gui.concurrency.last_resort import LastResort
from meshnet_gui.errors import MeshnetError
from meshnet_gui.events import EventBus
from meshnet_gui.gui.assets import APP_SIZES, icon
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.crash_report import LastRun, report
from meshnet_gui.gui.crash_watch import CrashWatch
from meshnet_gui.gui.display import display_problem
from meshnet_gui.gui.first_paint import FirstPaint
from meshnet_gui.gui.garbage import GarbageCollector
from meshnet_gui.gui.language import Language, chosen_language
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.plugins import find_plugins
from meshnet_gui.gui.quit_signals import QuitSignals, let_through
from meshnet_gui.gui.single_instance import Claim, SingleInstance
from meshnet_gui.gui.theme import ThemeController
from meshnet_gui.gui.translation import sentence, tr
from meshnet_gui.gui.tray import Tray
from meshnet_gui.gui.window_place import WindowPlace
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.conversations import Conversations
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.settings import data_dir

if TYPE_CHECKING:  # imported once the window is there
    from meshnet_gui.gui.crash_dialog import CrashDialog
    from meshnet_gui.gui.surroundings import Surroundings

log = logging.getLogger(__name__)

STOP_TIMEOUT_S = 4.0
QUIT_S = 4.5  # a thread that parses much at once may keep us from the end of it for a while
HUNG_TOLD_MS = 60_000
_SWITCH_INTERVAL_S = 0.001
_SETTLED_MS = 2000
_UNSEEN_MS = 500  # a window that is covered may never be painted


class CoreHandle(Protocol):
    """The core as the app holds it. Making one and asking it for a snapshot is quick and needs no torch."""

    @property
    def commands(self) -> Commands: ...

    @property
    def events(self) -> EventBus: ...

    @property
    def conversations(self) -> Conversations:
        """The chats on this disk, from before ``start`` until ``stop``."""
        ...

    def snapshot(self) -> Snapshot:
        """The state now; right after making it: the saved settings, with ``startup`` set."""
        ...

    def start(self) -> Future[None]:
        """Starts the core's threads and returns at once; the future ends when it is up, or with a MeshnetError."""
        ...

    def stop(self, timeout_s: float) -> None:
        """Ends everything, in every phase of the start too; gives up waiting after ``timeout_s``.

        Where somebody else's answer runs through this computer, its head gets time to move on first.
        """
        ...

    def hurry(self) -> None:
        """Lets ``stop`` wait for no other head. Any thread, and signal handlers."""
        ...


def run_app(
    core_factory: Callable[[], CoreHandle],
    argv: Sequence[str],
    before: Callable[[AppController], None] | None = None,
    *,
    hidden: bool = False,
    ends_process: bool = False,
) -> int:
    """Runs the app until it is quit and returns the process's exit code (2: no window can open here).

    ``before`` is given the app just before its window is shown. ``hidden``: it begins in the tray; where there is none,
    with a minimised window. ``ends_process``: ``QUIT_S`` after it was quit the process is gone, whatever holds it up.
    """
    problem = display_problem()
    if problem:
        _say(problem)
        return 2
    app = make_application(argv)
    instance = SingleInstance(data_dir())
    claim = instance.claim(wants_window=not hidden)
    if claim is Claim.ANSWERED:
        _say("meshnet: The app is open already; its window was brought to the front.")
        return 0
    if claim is Claim.HUNG:
        return _tell_of_hung()
    last_run = LastRun(data_dir() / "logs")
    try:
        with quick_hand_over():
            controller = AppController(app, core_factory(), instance)
            if ends_process:
                controller.quitting.connect(lambda: LastResort(QUIT_S, instance.clear_away))
                controller.tell_of_last_run(last_run.begin())
            if before is not None:
                before(controller)
            return controller.run(hidden=hidden)
    finally:
        last_run.end()
        instance.close()


def _tell_of_hung() -> int:
    """Two apps must not write to one data folder; so this one ends, and says why where a person sees it."""
    let_through()
    text = tr("Meshnet is running already, but it does not answer. Wait a little, or end it, and start it again.")
    _say(f"meshnet: {text}")
    box = QMessageBox(QMessageBox.Icon.Warning, "Meshnet", text)
    box.setTextFormat(Qt.TextFormat.PlainText)
    QTimer.singleShot(HUNG_TOLD_MS, box, box.reject)  # nobody may sit there
    signals = QuitSignals(box)
    signals.received.connect(box.reject)
    box.exec()
    signals.close()
    return 1


def _say(line: str) -> None:
    if sys.stderr is not None:  # a windowed build has none
        sys.stderr.write(line + "\n")


@contextmanager
def quick_hand_over() -> Iterator[None]:
    """The core's threads share the interpreter with the window: hand it over sooner than every 5 ms."""
    old_interval = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    try:
        yield
    finally:
        sys.setswitchinterval(old_interval)


def make_application(argv: Sequence[str]) -> QApplication:
    """The one QApplication, made where there is none yet."""
    find_plugins()
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication([*argv] or ["meshnet"])
    app.setApplicationName("Meshnet")
    app.setDesktopFileName("meshnet")
    app.setWindowIcon(icon("app", sizes=APP_SIZES))
    app.setQuitOnLastWindowClosed(False)
    return app


class AppController(QObject):
    """Ties window, tray, signals and core together. The window is shown first, then the core starts."""

    quitting = Signal()

    def __init__(self, app: QApplication, core: CoreHandle, instance: SingleInstance) -> None:
        super().__init__()
        self._app = app
        self._core = core
        self._keep_in_tray = False
        self._quitting = False
        self._running = False
        self._core_started = False
        self._waits_for_tray = False
        self._question: QMessageBox | None = None
        self._surroundings: Surroundings | None = None
        self._settled = QTimer(self, singleShot=True)
        self._settled.timeout.connect(self._look_around)
        self.language = Language(app, chosen_language(core.snapshot().settings.language))
        self.garbage: GarbageCollector | None = None  # while it runs
        self.theme = ThemeController(app)
        self.bridge = Bridge(core.events, self)
        self.window = MainWindow(core.commands, core.conversations, self.bridge, self.theme)
        self.tray = Tray(self)
        self._place = WindowPlace(data_dir())
        self._signals = QuitSignals(self)
        self._crashes = CrashWatch(self)
        self._crash_dialog: CrashDialog | None = None
        self._connect(instance)
        self._first = core.snapshot()
        self._show_snapshot(self._first)

    def run(self, *, hidden: bool = False) -> int:
        """Shows the window, runs the event loop, stops the core."""
        self.garbage = GarbageCollector(self)
        FirstPaint(self.window, self._start_core)  # the core's imports would take the interpreter from the window
        QTimer.singleShot(0 if hidden else _UNSEEN_MS, self, self._start_core)
        self._place.restore(self.window)
        self.window.dialogs.offer_first_run()
        if not hidden:
            self.window.show()
        elif not self.tray.available:
            self._waits_for_tray = True
            self.window.showMinimized()
        self._running = not self._quitting
        code = self._app.exec() if self._running else 0
        self._shut_down()
        return code

    def quit(self) -> None:
        """Ends the event loop; the window goes at once."""
        if not self._quitting:
            self._quitting = True
            self.quitting.emit()
            self._place.save(self.window)
            self.window.allow_close()
            self.window.hide()
            if self._running:
                self._app.exit(0)  # without a loop this would end the next one instead

    def _start_core(self) -> None:
        if not self._quitting and not self._core_started:
            self._core_started = True
            self.bridge.watch(self._core.start(), self._started)
            self._settled.start(_SETTLED_MS)

    def tell_of_last_run(self, left: str) -> None:
        """What the run before left where a fault ended it; shown as soon as the window is."""
        if left:
            log.info("the last run was ended by a fault")
            FirstPaint(self.window, lambda: self._the_crash_dialog().show_last_time(report(left)))

    def _the_crash_dialog(self) -> CrashDialog:
        from meshnet_gui.gui.crash_dialog import CrashDialog

        if self._crash_dialog is None:
            self._crash_dialog = CrashDialog(data_dir() / "logs", self.window)
        return self._crash_dialog

    def _crashed(self, text: str) -> None:
        if not self._quitting:
            self._the_crash_dialog().show_failure(text)

    def _look_around(self) -> None:
        """What waits until the window is there and can be used."""
        from meshnet_gui.gui.surroundings import Surroundings

        self._surroundings = Surroundings(self._core.commands, self.bridge, self.window, self.tray)
        self._surroundings.begin(self._first)

    def _started(self, _: object, error: MeshnetError | None) -> None:
        if error is not None:
            log.info("the core did not start: %s", type(error).__name__)
            self.window.show_failure(sentence(str(error)))

    def _shut_down(self) -> None:
        self.window.chat.save()
        self._settled.stop()
        if self._surroundings is not None:
            self._surroundings.close()
        self.tray.close()
        self.bridge.close()
        self._signals.call_at_once(self._core.hurry)  # whoever asks a second time waits for nobody
        self._core.stop(STOP_TIMEOUT_S)
        self._signals.close()
        self._crashes.close()
        self.window.deleteLater()
        self.language.remove()
        if self.garbage is not None:
            self.garbage.close()

    def _show_snapshot(self, snapshot: Snapshot) -> None:
        self._keep_in_tray = snapshot.settings.close_to_tray_asked
        self.window.show_snapshot(snapshot)
        self.tray.show_snapshot(snapshot)
        if self.garbage is not None:
            self.garbage.show_snapshot(snapshot)

    def _connect(self, instance: SingleInstance) -> None:
        instance.raise_requested.connect(self.window.bring_to_front)
        self.bridge.snapshot.connect(self._show_snapshot)
        self.window.close_requested.connect(self._close_requested)
        self.window.quit_requested.connect(self.quit)
        self.tray.open_requested.connect(self.window.bring_to_front)
        self.tray.settings_requested.connect(self._open_settings)
        self.tray.quit_requested.connect(self.quit)
        self.tray.position_chosen.connect(lambda position: self._ask(self._core.commands.set_sharing(position)))
        self.tray.pause_requested.connect(lambda seconds: self._ask(self._core.commands.pause_for(seconds)))
        self.tray.came.connect(self._tray_came)
        self.tray.lost.connect(self._tray_lost)
        self._signals.received.connect(self.quit)
        self.bridge.end_asked.connect(self.quit)
        self._crashes.crashed.connect(self._crashed)

    def _ask(self, future: Future[None]) -> None:
        self.bridge.watch(future, self._tell)

    def _open_settings(self) -> None:
        self.window.bring_to_front()
        self.window.dialogs.open_settings()

    def _tell(self, _: object, error: MeshnetError | None) -> None:
        if error is not None:
            self.window.show_failure(sentence(str(error)))

    def _tray_came(self) -> None:
        """At sign-in the app is often there before the tray; until then its minimised window stood in for it."""
        if self._waits_for_tray and self.window.isMinimized():
            self.window.hide()
        self._waits_for_tray = False

    def _tray_lost(self) -> None:
        if not self.window.isVisible():
            self.window.bring_to_front()

    def _close_requested(self) -> None:
        if not self.tray.available:
            self.quit()
        elif self._keep_in_tray:
            self._hide_in_tray()
        else:
            self._ask_about_closing()

    def _hide_in_tray(self) -> None:
        self._place.save(self.window)
        self.window.hide()

    def _ask_about_closing(self) -> None:
        """Asks until the user once answers to keep running; then closing always does that."""
        if self._question is not None:
            return
        box = QMessageBox(self.window)
        box.setWindowTitle("Meshnet")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("Keep Meshnet running in the tray?"))
        box.setInformativeText(
            tr(
                "Chats and sharing go on as you set them. A click on the tray icon opens the window again, "
                "and its menu has “Quit Meshnet”."
            )
        )
        keep = box.addButton(tr("Keep running"), QMessageBox.ButtonRole.AcceptRole)
        leave = box.addButton(tr("Quit"), QMessageBox.ButtonRole.DestructiveRole)
        box.setEscapeButton(box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole))
        box.setDefaultButton(keep)
        self._question = box
        box.finished.connect(lambda: self._answered(box.clickedButton() is keep, box.clickedButton() is leave))
        box.open()

    def _answered(self, keep: bool, leave: bool) -> None:
        self._question = None
        if keep:
            self._keep_in_tray = True
            self._ask(self._core.commands.change_settings(close_to_tray_asked=True))
            self._hide_in_tray()
            self._tell_where_it_went()
        elif leave:
            self.quit()

    def _tell_where_it_went(self) -> None:
        """Once, right where the window has gone to; a desktop that shows no messages has it in the question."""
        self.tray.tell(
            tr("Meshnet goes on in the tray"),
            tr("Click this icon to open the window again. To end Meshnet, choose “Quit Meshnet” in its menu."),
        )
