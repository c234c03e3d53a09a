"""Two windows over two real cores: a swarm is started, somebody joins by a picture, is locked out, and leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.theme import ThemeController
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.core import Core
from meshnet_gui.settings import Settings
from tests.cores import SOON, MakeCore, core_maker, started, tiny_store
from tests.fleet import tiny

__all__ = ["tiny"]

SOON_MS = int(1000 * SOON)


@pytest.fixture
def make(tiny: Callable[[str], ModelSpec], tmp_path: Path) -> Iterator[MakeCore]:
    with core_maker(tiny_store(tmp_path / "store", tiny)) as build:
        yield build


@contextmanager
def window_over(core: Core, theme: ThemeController, qtbot: QtBot) -> Iterator[MainWindow]:
    bridge = Bridge(core.events)
    window = MainWindow(core.commands, core.conversations, bridge, theme)
    bridge.snapshot.connect(window.show_snapshot)
    qtbot.addWidget(window, before_close_func=lambda each: each.allow_close())
    window.show_snapshot(core.snapshot())
    window.show_tab("Swarm")
    window.show()
    yield window
    bridge.close()


@pytest.mark.slow
def test_two_people_meet_in_a_swarm_and_part_again(
    make: MakeCore, theme: ThemeController, tmp_path: Path, qtbot: QtBot
) -> None:
    first, second = (
        started(make(Settings(model="tiny", node_name=name), swarm_folder=tmp_path / name))
        for name in ("laptop", "gaming")
    )
    with window_over(first, theme, qtbot) as ours, window_over(second, theme, qtbot) as theirs:
        here, there = ours.swarm.swarm, theirs.swarm.swarm
        here.form.name.setText("Our house")
        here.form.start.click()
        qtbot.waitUntil(lambda: "Nobody else is here yet" in here.presence.text(), timeout=SOON_MS)
        here.invite.click()
        qtbot.waitUntil(here.view.isVisible, timeout=SOON_MS)
        here.view.save_picture(tmp_path / "invite.png")

        there.form.read_picture(tmp_path / "invite.png")
        for card in (here, there):
            qtbot.waitUntil(lambda card=card: card.presence.text() == "1 other computer is here.", timeout=SOON_MS)
        assert not there.form.isVisible()
        assert there.which.currentText() == "Our house"
        for window, name in ((ours, "gaming"), (theirs, "laptop")):
            rows = window.swarm.peers.rows
            qtbot.waitUntil(
                lambda rows=rows, name=name: [row.name.full_text for row in rows.values()] == [name], timeout=SOON_MS
            )

        here._rotate("Our house")
        for card in (here, there):
            qtbot.waitUntil(lambda card=card: "Nobody else is here yet" in card.presence.text(), timeout=SOON_MS)
        there.form.read_picture(tmp_path / "invite.png")  # the old one lets nobody in any more
        there._leave("Our house")
        qtbot.waitUntil(lambda: there.form.isVisible() and not there.which.isVisible(), timeout=SOON_MS)
