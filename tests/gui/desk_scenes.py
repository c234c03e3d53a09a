"""Scenes for the gallery of what stands around the chat: log, switch of sharing, newer versions, licences."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from meshnet_gui.errors import MachineError
from meshnet_gui.gui.about_dialog import AboutDialog
from meshnet_gui.gui.licences_dialog import LicencesDialog
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.logs import KeptLines
from meshnet_gui.runtime.snapshot import Snapshot
from tests.gui import samples
from tests.gui.fakes import FakeCommands

Act = Callable[[MainWindow], None]

_NOON = 1_786_190_400.0
_STORY = (
    (logging.INFO, "runtime.core", "Meshnet 0.5 starts; the settings are read"),
    (logging.INFO, "node.service", "loading layers 0-15 of SmolLM2-135M-Instruct"),
    (logging.INFO, "node.service", "layers 0-15 are ready after 2.1 s; 241 MB in use"),
    (logging.INFO, "runtime.presence", "joined the swarm Our house: 3 others are here"),
    (logging.INFO, "swarm.roads", "gaming PC answers directly, 1.4 ms away"),
    (logging.INFO, "node.service", "serving kitchen laptop; 1 session"),
)
_TROUBLE = (
    (logging.WARNING, "head.recovery", "kitchen laptop stopped answering; layers 20-30 go on at gaming PC"),
    (logging.ERROR, "modelstore.checking", "layer 7 of SmolLM2-135M-Instruct is damaged; it is fetched again"),
    (logging.INFO, "modelstore.checking", "layer 7 of SmolLM2-135M-Instruct is as it should be"),
)


def _logged(*lines: tuple[int, str, str]) -> Act:
    def act(window: MainWindow) -> None:
        kept = KeptLines()
        for index, (level, place, text) in enumerate(lines):
            record = logging.makeLogRecord({"msg": text, "levelno": level, "name": f"meshnet_gui.{place}"})
            record.created = _NOON + 7 * index
            kept.handle(record)
        window.log._lines = kept
        window.log.rebuild()

    return act


def log_folder_lost(window: MainWindow) -> None:
    _logged(*_STORY, *_TROUBLE)(window)
    window.log.told.tell("The folder could not be opened. It is ~/.local/share/meshnet/logs", "error-caption")


def switch_fails(window: MainWindow) -> None:
    commands = window._commands
    assert isinstance(commands, FakeCommands)
    commands.fail_with = MachineError(
        "Port 51001 is taken by another program.", "Choose another port, or 0 for any free one."
    )
    window.node.contribution.switch.buttons["always"].click()


NOTICES = Path(__file__).resolve().parents[2] / "LICENSE"  # as good as any for a picture


def updates_open(window: MainWindow) -> None:
    window.dialogs.open_settings()
    assert window.dialogs.settings is not None
    assert window.dialogs.settings.fields  # else they are made in turns
    window.dialogs.settings.show_group("Window")


def about_open(window: MainWindow) -> None:
    window.dialogs.open_about()


def about_bundle(window: MainWindow) -> None:
    AboutDialog(NOTICES, window).show()


def licences_open(window: MainWindow) -> None:
    LicencesDialog.over(window, NOTICES)


def desk_scenes() -> Iterator[tuple[str, str, Snapshot, Act]]:
    s = samples
    yield (
        "sharing-failed",
        "Node",
        replace(s.IDLE, node=s.OFF, node_address="", settings=s.SETTINGS, peers=()),
        switch_fails,
    )
    yield "log-empty", "Log", s.IDLE, _logged()
    yield "log", "Log", s.IN_SWARM, _logged(*_STORY)
    yield "log-trouble", "Log", s.IN_SWARM, log_folder_lost
    yield "updates-none", "Node", s.KNOWS_NO_FEED, updates_open
    yield "updates-unknown", "Node", s.LOOKS_FOR_UPDATES, updates_open
    yield "updates-latest", "Node", s.UP_TO_DATE, updates_open
    yield "updates-newer", "Chat", s.UPDATE_IS_THERE, updates_open
    yield "updates-failed", "Node", s.UPDATE_FAILED, updates_open
    yield "updates-told", "Chat", s.UPDATE_IS_THERE, lambda window: None
    yield "about", "Chat", s.IDLE, about_open
    yield "about-bundle", "Chat", s.IDLE, about_bundle
    yield "licences", "Chat", s.IDLE, licences_open
