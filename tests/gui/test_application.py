from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import MachineError
from meshnet_gui.gui.application import AppController, run_app
from meshnet_gui.gui.quit_signals import quitting
from meshnet_gui.gui.single_instance import Claim, SingleInstance, instance_name
from tests.gui import samples
from tests.gui.fakes import FakeCore

ROOT = Path(__file__).resolve().parents[2]


def environment(**changes: str | None) -> dict[str, str]:
    merged = {**os.environ, "PYTHONPATH": str(ROOT), **changes}
    return {name: value for name, value in merged.items() if value is not None}


@pytest.fixture
def app(qapp: QApplication, core: FakeCore, tmp_path: Path) -> Iterator[AppController]:
    controller = AppController(qapp, core, SingleInstance(tmp_path))
    controller.window.show()
    yield controller
    controller.window.allow_close()
    controller._shut_down()


@pytest.fixture
def tray_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "isVisible", lambda self: True)


def question(app: AppController) -> QMessageBox:
    assert app._question is not None
    return app._question


def press(box: QMessageBox, text: str) -> None:
    next(button for button in box.buttons() if button.text().replace("&", "") == text).click()


def test_importing_the_app_loads_neither_torch_nor_transformers_nor_the_libraries_of_hub_and_api() -> None:
    code = (
        "import sys, meshnet_gui.gui.application\n"
        "slow = {'torch', 'transformers', 'tokenizers', 'numpy', 'huggingface_hub', 'httpx2', 'fastapi', 'pydantic'}\n"
        "assert not slow & set(sys.modules)\n"
        "import meshnet_gui.runtime.core\n"
        "assert not {'torch', 'transformers', 'fastapi', 'pydantic'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], env=environment(), timeout=60).returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there always is a display")
def test_without_a_display_one_line_and_exit_code_2() -> None:
    bare = environment(DISPLAY=None, WAYLAND_DISPLAY=None, QT_QPA_PLATFORM=None)
    command = [sys.executable, "-m", "tests.gui.app_process", "quick"]
    result = subprocess.run(command, env=bare, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert result.returncode == 2
    assert "no display" in result.stderr
    assert len(result.stderr.splitlines()) == 1


PHASES = ("quick", "slow", "never", "fails")
DOINGS = ("importing", "fetching", "loading", "generating", "serving", "settings")


@pytest.mark.parametrize("number", quitting())
@pytest.mark.parametrize("phase", PHASES)
def test_a_signal_in_any_phase_ends_with_exit_code_0(phase: str, number: signal.Signals, tmp_path: Path) -> None:
    quit_by(number, phase, tmp_path)


@pytest.mark.parametrize(
    "phase", ["question", "wizard", *(pytest.param(each, marks=pytest.mark.slow) for each in DOINGS)]
)
def test_quit_in_the_midst_of_anything_leaves_neither_process_nor_lock(phase: str, tmp_path: Path) -> None:
    quit_by(signal.SIGTERM, phase, tmp_path)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="this system cannot hold signals back")
def test_a_signal_before_there_is_a_window_ends_with_exit_code_0_too(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys\n"
        "from meshnet_gui import cli, window\n"
        "def signalled(*args, _open=window.open_window, **kwargs):\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    return _open(*args, **kwargs)\n"
        "window.open_window = signalled\n"
        "sys.argv[1:] = []\n"
        "sys.exit(cli.entry())"
    )
    folders = {"MESHNET_DATA_DIR": str(tmp_path / "data"), "MESHNET_CONFIG_DIR": str(tmp_path / "config")}
    ended = subprocess.run(
        [sys.executable, "-c", code], env=environment(**folders), capture_output=True, text=True, timeout=30
    )
    said = [line for line in ended.stderr.splitlines() if not line.startswith("This plugin does not support")]
    assert (ended.returncode, said) == (0, [])
    assert [path.name for path in (tmp_path / "data").iterdir() if path.suffix in (".lock", ".sock")] == []


def quit_by(number: signal.Signals, phase: str, folder: Path) -> None:
    """The app in that phase ends in time, with nothing said, and nothing of it is left in its folder."""
    command = [sys.executable, "-m", "tests.gui.app_process", phase]
    folders = {"MESHNET_DATA_DIR": str(folder / "data"), "MESHNET_CONFIG_DIR": str(folder / "config")}
    with subprocess.Popen(
        command, env=environment(**folders), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "shown\n"
        process.send_signal(number)
        try:
            _, errors = process.communicate(timeout=10)
        finally:
            process.kill()
    said = [line for line in errors.splitlines() if not line.startswith("This plugin does not support")]
    assert (process.returncode, said) == (0, [])
    assert [path.name for path in (folder / "data").iterdir() if path.suffix in (".lock", ".sock")] == []
    again = SingleInstance(folder / "data")
    assert again.claim() is Claim.FIRST
    again.close()


def test_a_second_signal_waits_for_nobody() -> None:
    command = [sys.executable, "-m", "tests.gui.app_process", "busy"]
    with subprocess.Popen(command, env=environment(), cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "shown\n"
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == "stopping\n"
        process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=10)
        finally:
            process.kill()
    assert process.returncode == 0


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no SIGHUP")
def test_a_hang_up_that_is_ignored_stays_ignored() -> None:
    old = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # who runs the tests may ignore it
    try:
        assert signal.SIGHUP in quitting()
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        assert signal.SIGHUP not in quitting()
    finally:
        signal.signal(signal.SIGHUP, old)


def test_the_window_is_up_before_the_core_starts_and_quit_stops_it(qapp: QApplication, core: FakeCore) -> None:
    seen: list[bool] = []
    start = core.start

    def note_and_start() -> object:
        seen.append(any(widget.isVisible() for widget in qapp.topLevelWidgets()))
        QTimer.singleShot(0, lambda: qapp.exit(0))
        return start()

    core.start = note_and_start  # type: ignore[method-assign, assignment]
    assert run_app(lambda: core, ["meshnet"]) == 0
    assert seen == [True]
    assert len(core.stopped_after) == 1


@pytest.mark.parametrize("there", [True, False])
def test_started_hidden_it_waits_in_the_tray_or_minimised(
    app: AppController, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    app.window.hide()
    monkeypatch.setattr(type(app.tray), "available", there)
    seen: list[tuple[bool, bool]] = []

    def look() -> None:
        seen.append((app.window.isVisible(), app.window.isMinimized()))
        app.quit()

    QTimer.singleShot(50, look)
    with monkeypatch.context() as patch:
        patch.setattr(app, "_shut_down", lambda: None)
        assert app.run(hidden=True) == 0
    assert seen == [(not there, not there)]


def test_a_core_that_does_not_start_is_told_in_the_window(app: AppController, core: FakeCore, qtbot: QtBot) -> None:
    core.started.set_exception(MachineError("The store cannot be read.", "Check the disk."))
    app._start_core()
    qtbot.waitUntil(app.window.notice.isVisible, timeout=2000)
    assert app.window.notice.text.text() == "The store cannot be read. Check the disk."


def test_snapshots_reach_window_and_tray(app: AppController, core: FakeCore, qtbot: QtBot) -> None:
    core.publish(samples.WORKING)
    qtbot.waitUntil(lambda: "1 of 5 peers" in app.window.pill.text.full_text, timeout=2000)
    assert "Ready" in app.tray.icon.toolTip()


def test_without_a_tray_closing_quits(app: AppController, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    app.window.close()
    assert app._quitting
    assert app._question is None


@pytest.mark.usefixtures("tray_there")
def test_closing_asks_once_and_then_keeps_running(app: AppController, core: FakeCore) -> None:
    app.window.close()
    assert app.window.isVisible()
    press(question(app), "Keep running")
    assert not app.window.isVisible()
    assert core.commands.named("change_settings") == [({"close_to_tray_asked": True},)]
    app.window.bring_to_front()
    app.window.close()
    assert not app.window.isVisible()
    assert app._question is None
    assert not app._quitting


@pytest.mark.usefixtures("tray_there")
def test_where_the_window_went_and_how_to_quit_is_told_once(
    app: AppController, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(app.tray, "tell", lambda title, text: told.append((title, text)))
    app.window.close()
    assert "Quit Meshnet" in question(app).informativeText()  # a desktop may show no messages
    assert told == []
    press(question(app), "Keep running")
    ((title, text),) = told
    assert title == "Meshnet goes on in the tray"
    assert "Quit Meshnet" in text
    assert "Quit Meshnet" in [each.text() for each in app.tray.menu.actions()]
    app.window.bring_to_front()
    app.window.close()
    assert len(told) == 1


@pytest.mark.usefixtures("tray_there")
def test_cancel_leaves_everything_as_it_was(app: AppController, core: FakeCore) -> None:
    app.window.close()
    press(question(app), "Cancel")
    assert app.window.isVisible()
    assert core.commands.calls == []


@pytest.mark.usefixtures("tray_there")
def test_quit_in_the_question_quits(app: AppController) -> None:
    app.window.close()
    press(question(app), "Quit")
    assert app._quitting


@pytest.mark.usefixtures("tray_there")
def test_the_answer_is_remembered_over_restarts(app: AppController) -> None:
    settings = replace(samples.IDLE.settings, close_to_tray_asked=True)
    app._show_snapshot(replace(samples.IDLE, settings=settings))
    app.window.close()
    assert not app.window.isVisible()
    assert app._question is None


def test_a_tray_that_disappears_brings_the_window_back(app: AppController) -> None:
    app.window.hide()
    app.tray.lost.emit()
    assert app.window.isVisible()


def test_the_tray_s_choices_reach_the_core_and_failures_are_told(
    app: AppController, core: FakeCore, qtbot: QtBot
) -> None:
    core.commands.fail_with = MachineError("Port 8000 is in use.")
    app.tray.position_chosen.emit("always")
    app.tray.pause_requested.emit(3600)
    assert core.commands.calls == [("set_sharing", "always"), ("pause_for", 3600)]
    qtbot.waitUntil(lambda: app.window.notice.text.text() == "Port 8000 is in use.", timeout=2000)


def test_the_tray_s_settings_come_with_the_window(app: AppController) -> None:
    app.window.hide()
    app.tray.settings_requested.emit()
    assert app.window.isVisible()
    assert app.window.dialogs.settings is not None
    assert app.window.dialogs.settings.isVisible()


def test_a_tray_that_comes_late_takes_the_minimised_window_in(app: AppController) -> None:
    app.window.showMinimized()
    app.tray.came.emit()
    assert app.window.isVisible()  # the user minimised it
    app._waits_for_tray = True
    app.tray.came.emit()
    assert not app.window.isVisible()


def test_a_second_start_raises_the_first_window(
    qapp: QApplication, core: FakeCore, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SingleInstance, "claim", lambda self, wants_window: Claim.ANSWERED)
    assert run_app(lambda: core, ["meshnet"]) == 0
    assert core.num_starts == 0


def test_another_data_folder_is_another_instance(tmp_path: Path) -> None:
    assert instance_name(tmp_path / "a") != instance_name(tmp_path / "b")
    first, second = SingleInstance(tmp_path / "a"), SingleInstance(tmp_path / "b")
    assert first.claim() is Claim.FIRST
    assert second.claim() is Claim.FIRST
    first.close()
    second.close()


def test_the_window_comes_back_where_it_was_when_the_app_was_quit(
    app: AppController, qapp: QApplication, core: FakeCore, tmp_path: Path
) -> None:
    app.window.setGeometry(0, 40, 820, 633)
    app.quit()
    again = AppController(qapp, core, SingleInstance(tmp_path / "again"))
    QTimer.singleShot(0, again, again.quit)
    assert again.run() == 0
    assert again.window.size() == QSize(820, 633)


def test_what_ended_the_last_run_is_told_once_the_window_is_there(app: AppController, qtbot: QtBot) -> None:
    app.window.hide()
    app.tell_of_last_run("Fatal Python error: Segmentation fault")
    assert app._crash_dialog is None
    app.window.show()
    qtbot.waitUntil(lambda: app._crash_dialog is not None and app._crash_dialog.isVisible(), timeout=5000)


def test_a_failure_that_nobody_caught_opens_the_report(app: AppController) -> None:
    app._crashes.crashed.emit("RuntimeError: gone")
    assert app._crash_dialog is not None
    assert app._crash_dialog.text.toPlainText() == "RuntimeError: gone"


def test_quitting_twice_is_quitting_once(app: AppController) -> None:
    app.quit()
    app.quit()
    assert not app.window.isVisible()
