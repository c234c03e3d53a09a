"""A bridge over a fake core, the tabs on it, and: whatever Qt complains about fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.language import VARIABLE, Language
from meshnet_gui.gui.main_window import TABS, MainWindow
from meshnet_gui.gui.theme import ThemeController
from tests.gui.fakes import FakeCommands, FakeConversations, FakeCore


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/gui/" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))


@pytest.fixture(autouse=True)
def no_windows_left_behind(qapp: QApplication) -> None:
    """Outside an event loop Qt puts off what was to be deleted; restyling all old windows would take seconds."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tests read on screen is English, whatever this computer speaks."""
    monkeypatch.setenv(VARIABLE, "en")
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))


@pytest.fixture
def speak(qapp: QApplication, english: None) -> Iterator[Callable[[str], None]]:
    """Lets the window of this test speak another language: ``speak("de")``; made before the widgets are."""
    spoken: list[Language] = []

    def begin(name: str) -> None:
        spoken.append(Language(qapp, name))

    yield begin
    for each in reversed(spoken):
        each.remove()


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> ThemeController:
    """The app's look, as every picture of it has."""
    return ThemeController(qapp)


@pytest.fixture
def core() -> FakeCore:
    return FakeCore()


@pytest.fixture
def commands(core: FakeCore) -> FakeCommands:
    return core.commands


@pytest.fixture
def conversations(core: FakeCore) -> FakeConversations:
    return core.conversations


@pytest.fixture
def bridge(qapp: QApplication, core: FakeCore) -> Iterator[Bridge]:
    bridge = Bridge(core.events)
    yield bridge
    bridge.close()


@pytest.fixture
def window(
    qtbot: QtBot, theme: ThemeController, commands: FakeCommands, conversations: FakeConversations, bridge: Bridge
) -> MainWindow:
    window = MainWindow(commands, conversations, bridge, theme)
    qtbot.addWidget(window, before_close_func=lambda each: each.allow_close())
    window.show()
    qtbot.waitExposed(window)
    for name in TABS:  # else they come one after the other while the test runs
        getattr(window, name.lower())
    return window


@pytest.fixture
def drain(qtbot: QtBot) -> Callable[[], None]:
    """Lets queued signals and one batch of events through."""

    def wait() -> None:
        done: list[bool] = []
        QTimer.singleShot(60, lambda: done.append(True))
        qtbot.waitUntil(lambda: bool(done), timeout=5000)

    return wait
