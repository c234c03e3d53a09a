from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from meshnet_gui.events import GenerationFinished
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.surroundings import Surroundings
from meshnet_gui.gui.tray import Tray
from tests.gui import samples
from tests.gui.fakes import FakeCommands, FakeCore


@pytest.fixture
def tray(window: MainWindow) -> Iterator[Tray]:
    tray = Tray()
    tray.show_snapshot(samples.IDLE)
    yield tray
    tray.close()


@pytest.fixture
def surroundings(window: MainWindow, commands: FakeCommands, bridge: Bridge, tray: Tray) -> Iterator[Surroundings]:
    surroundings = Surroundings(commands, bridge, window, tray)
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
