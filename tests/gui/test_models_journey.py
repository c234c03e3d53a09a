"""The window over a real core and a hub on this computer: a model is found, and some of its layers come."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.gui.layers_choice import BY_NUMBER
from meshnet_gui.gui.models_tab import FIND, HERE
from meshnet_gui.gui.theme import ThemeController
from meshnet_gui.modelstore.fetch.hub import Hub
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.settings import Settings
from meshnet_gui.types import Span
from tests.cores import SOON, MakeCore, core_maker, started
from tests.gui.test_swarm_journey import window_over
from tests.hub_server import REPOSITORY, hub_with

SOON_MS = int(1000 * SOON)
NAME = "small-model"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[LocalHub]:
    with hub_with(tmp_path / "repository", num_layers=4) as hub:
        yield hub


@pytest.fixture
def make(tmp_path: Path) -> Iterator[MakeCore]:
    with core_maker(ModelStore(tmp_path / "models")) as build:
        yield build


@pytest.mark.slow
def test_a_person_finds_a_model_and_gets_some_of_its_layers(
    make: MakeCore, hub: LocalHub, theme: ThemeController, tmp_path: Path, qtbot: QtBot
) -> None:
    core = started(make(Settings(), swarm_folder=tmp_path / "swarms", hub=lambda endpoint: Hub(hub.url)))
    with window_over(core, theme, qtbot) as window:
        tab = window.models
        window.show_tab("Models")
        qtbot.waitUntil(lambda: tab.pages.value == FIND, timeout=SOON_MS)  # there is no model yet

        tab.catalogue.search.setText("small")
        tab.catalogue.on_hub.click()
        qtbot.waitUntil(lambda: len(tab.catalogue.results.rows) == 1, timeout=SOON_MS)
        assert tab.catalogue.results.rows[0].repository == REPOSITORY
        tab.catalogue.results.rows[0].add.click()
        qtbot.waitUntil(lambda: NAME in tab.stored.rows and tab.pages.value == HERE, timeout=SOON_MS)
        row = tab.stored.rows[NAME]
        qtbot.waitUntil(row.choice.isVisible, timeout=SOON_MS)
        assert hub.bytes_sent(".safetensors") < 100_000  # headers only

        row.choice.which.setCurrentIndex(row.choice.which.findData(BY_NUMBER))
        row.choice.end.setValue(3)
        row.choice.start.setValue(1)
        hub.misbehave("dripping", "model.safetensors", bytes_per_s=20_000, times=1000)
        row.choice.get.click()
        qtbot.waitUntil(row.fetch.pause.isVisible, timeout=SOON_MS)
        row.fetch.pause.click()
        qtbot.waitUntil(row.fetch.resume.isVisible, timeout=SOON_MS)
        hub.faults.clear()
        row.fetch.resume.click()
        qtbot.waitUntil(lambda: row.bar.held == (Span(1, 3),), timeout=SOON_MS)
        qtbot.waitUntil(lambda: not row.fetch.isVisible(), timeout=SOON_MS)
        assert "Layers 1-3 of 4" in row.text.full_text

        row._verify()
        qtbot.waitUntil(lambda: "as they should be" in row.told.text(), timeout=SOON_MS)
        row._remove(NAME)
        qtbot.waitUntil(lambda: not tab.stored.rows and tab.stored.more.isVisible(), timeout=SOON_MS)


@pytest.mark.slow
def test_a_person_uses_a_model_of_the_swarm_and_gets_its_layers_from_there(
    make: MakeCore, hub: LocalHub, theme: ThemeController, tmp_path: Path, qtbot: QtBot
) -> None:
    with core_maker(ModelStore(tmp_path / "their-models")) as make_theirs:
        settings = Settings(host="127.0.0.1", node_name="attic")
        theirs = started(make_theirs(settings, swarm_folder=tmp_path / "theirs", hub=lambda endpoint: Hub(hub.url)))
        theirs.add_model(REPOSITORY).result(SOON)
        theirs.create_swarm("home").result(SOON)
        theirs.set_contributing(True, model=NAME, span="0-4").result(SOON)
        hub.forget_sent()
        ours = started(make(Settings(), swarm_folder=tmp_path / "ours"))  # without a hub
        with window_over(ours, theme, qtbot) as window:
            ours.join_swarm(theirs.swarm_invite("home").result(SOON)).result(SOON)
            tab = window.models
            window.show_tab("Models")
            tab.show_page(FIND)
            qtbot.waitUntil(lambda: len(tab.swarm_models.rows) == 1, timeout=SOON_MS)
            served = next(iter(tab.swarm_models.rows.values()))
            qtbot.waitUntil(lambda: served.text.full_text == "All 4 layers on 1 other computer", timeout=SOON_MS)
            served.use.click()
            qtbot.waitUntil(lambda: window.stack.currentWidget() is window.chat, timeout=SOON_MS)
            qtbot.waitUntil(lambda: ours.snapshot().route is not None, timeout=SOON_MS)
            row = tab.stored.rows[NAME]
            assert row.text.full_text.startswith("No layers on this disk yet")

            window.show_tab("Models")
            tab.show_page(HERE)
            row.layers.click()
            row.choice.which.setCurrentIndex(0)
            row.choice.get.click()
            qtbot.waitUntil(lambda: row.bar.held == (Span(0, 4),), timeout=SOON_MS)
            assert hub.bytes_sent() == 0
