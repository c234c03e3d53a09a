"""The Models tab as a whole: its two pages, and the ways from one to the other and out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.models_tab import FIND, HERE, ModelsTab
from tests.gui import samples
from tests.gui.fakes import FakeCommands


@pytest.fixture
def tab(window: MainWindow) -> ModelsTab:
    window.show_tab("Models")
    return window.models


def page(tab: ModelsTab) -> str:
    assert tab.stack.currentIndex() == (HERE, FIND).index(tab.pages.value)
    return tab.pages.value


def test_without_a_model_it_opens_where_one_is_found(tab: ModelsTab, window: MainWindow) -> None:
    window.show_snapshot(samples.STARTING)
    assert page(tab) == HERE
    window.show_snapshot(samples.NO_MODEL)
    assert page(tab) == FIND
    tab.pages.buttons[HERE].click()
    window.show_snapshot(samples.NO_MODEL)
    assert page(tab) == HERE  # nobody is sent away again
    tab.stored.more.click()
    assert page(tab) == FIND


def test_with_models_it_opens_with_them(tab: ModelsTab, window: MainWindow) -> None:
    window.show_snapshot(samples.MODELS)
    assert page(tab) == HERE


def test_fetches_are_counted_from_afar(tab: ModelsTab, window: MainWindow) -> None:
    window.show_snapshot(replace(samples.MODELS, fetches=(samples.FETCHING, samples.ADDING)))
    assert tab.pages.buttons[HERE].text() == "On this computer (2 on the way)"
    window.show_snapshot(samples.MODELS)
    assert tab.pages.buttons[HERE].text() == "On this computer"


def test_after_adding_a_repository_its_layers_are_chosen(tab: ModelsTab, window: MainWindow) -> None:
    window.show_snapshot(samples.MODELS)
    tab.look_for("harbour/a")
    tab.catalogue.added.emit(samples.ADDED.name, True)
    assert page(tab) == HERE
    window.show_snapshot(replace(samples.MODELS, models=(samples.MODEL, samples.ADDED)))
    assert not tab.stored.rows[samples.ADDED.name].choice.isHidden()
    tab.stored.rows[samples.ADDED.name].choice.cancel.click()
    window.show_snapshot(replace(samples.MODELS, models=(samples.MODEL, samples.ADDED), num_generating=2))
    assert tab.stored.rows[samples.ADDED.name].choice.isHidden()  # asked once


def test_sharing_a_model_goes_on_in_the_node_tab(tab: ModelsTab, window: MainWindow) -> None:
    window.show_snapshot(samples.MODELS)
    tab.stored.rows[samples.QWEN.name].serve.click()
    assert window.stack.currentWidget() is window.node
    assert window.node.shard.models.currentData() == samples.QWEN.name


def test_using_a_model_of_the_swarm_leads_to_the_chat(
    tab: ModelsTab, window: MainWindow, commands: FakeCommands, qtbot: QtBot
) -> None:
    window.show_snapshot(samples.MODELS)
    tab.show_page(FIND)
    commands.answers["add_model"] = samples.QWEN
    tab.swarm_models.rows[samples.QWEN_IDENTITY].use.click()
    qtbot.waitUntil(lambda: window.stack.currentWidget() is window.chat, timeout=2000)


def test_a_file_can_be_imported_from_outside(tab: ModelsTab, window: MainWindow, commands: FakeCommands) -> None:
    window.show_snapshot(samples.MODELS)
    commands.hold = True
    tab.import_path(Path("models/a.gguf"))
    assert page(tab) == FIND
    assert tab.catalogue.told.text() == "Importing a.gguf…"


def test_a_model_that_is_dropped_is_imported(
    tab: ModelsTab, window: MainWindow, commands: FakeCommands, tmp_path: Path
) -> None:
    window.show_snapshot(samples.MODELS)
    commands.hold = True
    for name, is_taken in (("a.GGUF", True), ("notes.txt", False), ("folder", True)):
        (tmp_path / name).mkdir() if name == "folder" else (tmp_path / name).touch()
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(tmp_path / name))])
        action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        enter = QDragEnterEvent(QPointF(50, 50), action, data, button, Qt.KeyboardModifier.NoModifier)
        enter.ignore()
        tab.dragEnterEvent(enter)
        assert enter.isAccepted() == is_taken
        tab.dropEvent(QDropEvent(QPointF(50, 50), action, data, button, Qt.KeyboardModifier.NoModifier))
    assert commands.named("import_model") == [(tmp_path / "a.GGUF",), (tmp_path / "folder",)]


def test_the_pages_hold_still_at_the_smallest_window(
    tab: ModelsTab, window: MainWindow, drain: Callable[[], None]
) -> None:
    window.resize(window.minimumSize())
    window.show_snapshot(replace(samples.MODELS, fetches=(samples.FETCH_FAILED,)))
    tab.catalogue._find = lambda _: samples.CATALOGUE
    for each in (HERE, FIND):
        tab.show_page(each)
        drain()
        scroll = tab.stack.currentWidget()
        assert scroll is not None
        bars = scroll.findChildren(type(scroll))
        assert not bars
        assert scroll.horizontalScrollBar().maximum() == 0  # type: ignore[attr-defined]
