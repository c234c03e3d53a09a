from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import MachineError
from meshnet_gui.events import GenerationFinished
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.surroundings import Surroundings
from meshnet_gui.gui.tray import Tray
from meshnet_gui.runtime.snapshot import Snapshot
from tests.gui import samples
from tests.gui.fakes import FakeCommands, FakeCore


@pytest.fixture
def tray(window: MainWindow) -> Iterator[Tray]:
    tray = Tray()
    tray.show_snapshot(samples.IDLE)
    yield tray
    tray.close()


@pytest.fixture
def set_to() -> list[bool]:
    """What the system was told of the start at sign-in."""
    return []


@pytest.fixture
def surroundings(
    window: MainWindow, commands: FakeCommands, bridge: Bridge, tray: Tray, set_to: list[bool]
) -> Iterator[Surroundings]:
    surroundings = Surroundings(commands, bridge, window, tray, set_to.append, lambda: False)
    yield surroundings
    surroundings.close()


def test_what_the_network_costs_is_handed_to_the_core(surroundings: Surroundings, commands: FakeCommands) -> None:
    surroundings.network.metered.emit(True)
    surroundings.network.metered.emit(None)
    assert commands.named("set_metered") == [(True,), (None,)]


def test_a_network_that_is_away_is_drawn_in_the_tray(surroundings: Surroundings, tray: Tray) -> None:
    surroundings.network.offline.emit(True)
    assert "No network" in tray.icon.toolTip()


def test_news_comes_by_the_tray_while_the_window_is_hidden(
    surroundings: Surroundings,
    window: MainWindow,
    core: FakeCore,
    drain: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    monkeypatch.setattr(Tray, "available", True)
    monkeypatch.setattr(Tray, "tell", lambda self, title, text: told.append(title))
    core.publish(samples.IDLE)
    core.events.publish(GenerationFinished("g1", samples.RESULT))
    drain()
    window.hide()
    core.events.publish(GenerationFinished("g2", samples.RESULT))
    drain()
    assert told == ["Your answer is ready"]


def wanting(on: bool) -> Snapshot:
    return replace(samples.IDLE, settings=replace(samples.IDLE.settings, autostart=on))


def test_the_start_at_sign_in_follows_the_setting(
    surroundings: Surroundings, set_to: list[bool], core: FakeCore, qtbot: QtBot
) -> None:
    surroundings.begin(wanting(False))
    for on in (False, True, True, False):
        core.publish(wanting(on))
        qtbot.waitUntil(lambda on=on: surroundings._starts_at_sign_in is on)
    qtbot.waitUntil(lambda: set_to == [True, False])


def test_a_start_at_sign_in_that_was_asked_for_once_is_kept_up(
    surroundings: Surroundings, set_to: list[bool], qtbot: QtBot
) -> None:
    surroundings.begin(wanting(True))
    qtbot.waitUntil(lambda: set_to == [True])


def test_a_start_at_sign_in_that_an_installer_has_set_is_taken_over_by_the_setting(
    surroundings: Surroundings,
    set_to: list[bool],
    commands: FakeCommands,
    core: FakeCore,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(surroundings, "_is_autostart_set", lambda: True)
    surroundings.begin(wanting(False))
    qtbot.waitUntil(lambda: commands.named("change_settings") == [({"autostart": True},)])
    for on in (True, False):  # the setting follows, then the user switches it off
        core.publish(wanting(on))
        qtbot.waitUntil(lambda on=on: surroundings._starts_at_sign_in is on)
    qtbot.waitUntil(lambda: set_to == [False])


def test_a_start_at_sign_in_that_cannot_be_had_is_told_and_the_setting_taken_back(
    surroundings: Surroundings,
    window: MainWindow,
    commands: FakeCommands,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(on: bool) -> None:
        raise MachineError("Starting at sign-in could not be set: Read-only file system.")

    monkeypatch.setattr(surroundings, "_set_autostart", refuse)
    surroundings.begin(wanting(False))
    surroundings._see(wanting(True))
    qtbot.waitUntil(lambda: commands.named("change_settings") == [({"autostart": False},)])
    assert "Read-only file system" in window.notice.text.text()
