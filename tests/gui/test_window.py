"""The real window on a display server: typing and clicking as a person does, without a tray manager."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from meshnet_gui.events import GenerationFinished, GenerationStarted, GenerationText
from meshnet_gui.gui.application import AppController
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import TABS, MainWindow
from meshnet_gui.gui.single_instance import SingleInstance
from meshnet_gui.gui.theme import ThemeController
from meshnet_gui.types import Message
from tests.gui import samples
from tests.gui.fakes import FakeCore
from tests.gui.test_application import ROOT, environment

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def real_app(qapp: QApplication, core: FakeCore, tmp_path: Path, qtbot: QtBot) -> Iterator[AppController]:
    controller = AppController(qapp, core, SingleInstance(tmp_path))
    controller.window.show()
    qtbot.waitExposed(controller.window)
    controller.window.activateWindow()
    yield controller
    controller.window.allow_close()
    controller._shut_down()


@pytest.mark.window
def test_a_person_chats(real_app: AppController, core: FakeCore, qtbot: QtBot) -> None:
    chat = real_app.window.chat
    qtbot.mouseClick(chat.composer.edit.viewport(), LEFT, pos=QPoint(20, 8))
    qtbot.keyClicks(chat.composer.edit, "What is the capital of France?")
    qtbot.keyClick(chat.composer.edit, Qt.Key.Key_Return)
    assert core.commands.named("start_generation")[0][0] == (Message("user", "What is the capital of France?"),)
    for event in (
        GenerationStarted("g1", samples.ROUTE, 41),
        GenerationText("g1", "The capital of France is **Paris**.", 8),
        GenerationFinished("g1", replace(samples.RESULT, text="The capital of France is **Paris**.")),
    ):
        core.events.publish(event)
    answer = chat.rows[0][1]
    qtbot.waitUntil(answer._foot.isVisible, timeout=3000)
    assert answer.sections[0].toPlainText() == "The capital of France is Paris."
    qtbot.mouseClick(answer._copy, LEFT)
    assert QApplication.clipboard().text() == "The capital of France is **Paris**."


@pytest.mark.window
def test_a_person_evicts_a_session(real_app: AppController, core: FakeCore, qtbot: QtBot) -> None:
    core.publish(samples.WORKING)
    window = real_app.window
    qtbot.mouseClick(window.tabs, LEFT, pos=window.tabs.tabRect(TABS.index("Node")).center())
    panel = window.node.sessions
    qtbot.waitUntil(lambda: panel.proxy.rowCount() == 3, timeout=3000)
    place = panel.table.visualRect(panel.proxy.index(1, 0)).center()
    qtbot.mouseClick(panel.table.viewport(), LEFT, pos=place)
    wanted = panel._selected()
    qtbot.mouseClick(panel.evict, LEFT)
    assert core.commands.named("evict_session") == [("", wanted)]


@pytest.mark.window
def test_a_person_adds_a_peer_and_switches_sharing_off(real_app: AppController, core: FakeCore, qtbot: QtBot) -> None:
    window = real_app.window
    window.show_tab("Swarm")
    qtbot.mouseClick(window.swarm.peers.address, LEFT)
    qtbot.keyClicks(window.swarm.peers.address, "127.0.0.1:8000")
    qtbot.mouseClick(window.swarm.peers.add, LEFT)
    window.show_tab("Node")
    qtbot.mouseClick(window.node.contribution.switch.buttons["paused"], LEFT)
    assert core.commands.calls[-2:] == [("add_peer", "http://127.0.0.1:8000"), ("set_sharing", "paused")]


@pytest.mark.window
def test_without_a_tray_manager_closing_the_window_quits(real_app: AppController) -> None:
    assert not real_app.tray.available
    real_app.window.close()
    assert real_app._quitting
    assert not real_app.window.isVisible()


@pytest.mark.window
def test_the_whole_app_starts_and_closes_on_a_display() -> None:
    command = [sys.executable, "-m", "tests.gui.app_process", "quick"]
    with subprocess.Popen(command, env=environment(), cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "shown\n"
        process.terminate()
        try:
            assert process.wait(10) == 0
        finally:
            process.kill()


@pytest.mark.parametrize("tab", TABS)
def test_every_control_has_a_name_and_is_reached_by_tab(window: MainWindow, tab: str, qtbot: QtBot) -> None:
    window.show_snapshot(samples.WORKING)
    window.show_tab(tab)
    page = window.stack.currentWidget()
    assert page is not None
    kinds = (QAbstractButton, QLineEdit, QComboBox, QAbstractItemView)
    shown = [each for kind in kinds for each in page.findChildren(kind) if each.isVisibleTo(page)]
    own = [each for each in shown if not each.objectName().startswith("qt_")]
    nameless = [each for each in own if not (each.accessibleName() or getattr(each, "text", str)())]
    assert own
    assert nameless == []
    usable = [each for each in own if each.isEnabled() and not isinstance(each, QHeaderView)]
    unreachable = [each for each in usable if not each.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert unreachable == []


def test_coming_back_to_the_chat_one_can_type_at_once(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    window.show_tab("Swarm")
    window.show_tab("Chat")
    assert window.focusWidget() is window.chat.composer.edit


def test_tabs_are_switched_from_the_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.setFocus()
    qtbot.keyClick(window.tabs, Qt.Key.Key_Right)
    assert window.stack.currentWidget() is window.models


def test_a_theme_is_chosen_in_the_menu_and_saved(window: MainWindow, core: FakeCore) -> None:
    window.themes["dark"].trigger()
    assert core.commands.named("change_settings") == [({"theme": "dark"},)]
    assert window._theme.mode == "dark"
    window.themes["light"].trigger()


def test_a_late_snapshot_does_not_undo_the_choice_of_a_theme(window: MainWindow, core: FakeCore) -> None:
    core.commands.hold = True
    window.themes["dark"].trigger()
    window.show_snapshot(samples.IDLE)
    assert window._theme.mode == "dark"
    window._theme.set_mode("light")


def test_a_notice_is_dismissed_until_another_comes(window: MainWindow) -> None:
    window.show_snapshot(replace(samples.IDLE, notice="The settings were set aside."))
    assert window.notice.isVisible()
    window.notice._close.click()
    window.show_snapshot(replace(samples.IDLE, notice="The settings were set aside."))
    assert not window.notice.isVisible()
    window.show_snapshot(replace(samples.IDLE, notice="Something else."))
    assert window.notice.isVisible()


def test_nothing_is_cut_off_at_the_smallest_size(window: MainWindow, qtbot: QtBot) -> None:
    window.show_snapshot(samples.WORKING)
    window.resize(window.minimumSize())
    for tab in TABS:
        window.show_tab(tab)
        page: QWidget | None = window.stack.currentWidget()
        assert page is not None
        assert page.minimumSizeHint().width() <= window.width()
        assert page.minimumSizeHint().height() <= window.height()


def test_the_header_says_who_else_is_there(window: MainWindow) -> None:
    window.show_snapshot(samples.IN_SWARM)
    assert window.pill.text.full_text == "Sharing 0-15 · 3 others here"
    window.show_snapshot(replace(samples.IN_SWARM, node=samples.OFF))
    assert window.pill.text.full_text == "Choosing layers · 3 others here"
    window.show_snapshot(replace(samples.CUT_OFF, node=samples.JOINING))
    assert window.pill.text.full_text == "Checking 12-30 · network blocked"


def test_a_node_that_was_on_before_starts_with_the_program(window: MainWindow) -> None:
    window.show_snapshot(samples.STARTING)
    assert window.pill.text.full_text == "Not sharing · no peers"
    window.show_snapshot(samples.STARTING_AGAIN)
    assert window.pill.text.full_text == "Starting · no peers"
    assert window.node.contribution.state.text() == "Starting…"


def test_the_wheel_scrolls_past_every_field_and_changes_none(window: MainWindow) -> None:
    window.show_tab("Node")
    window.show_snapshot(samples.WORKING)
    boxes = [*window.findChildren(QComboBox), *window.findChildren(QAbstractSpinBox)]
    assert len(boxes) > 20

    def shown() -> list[str]:
        return [box.currentText() if isinstance(box, QComboBox) else box.text() for box in boxes]

    before = shown()
    window.node.shard.precision.choice.setFocus()
    for box, delta in itertools.product(boxes, (-120, 120)):
        at = QPointF(box.rect().center())
        turned = QWheelEvent(
            at,
            box.mapToGlobal(at),
            QPoint(),
            QPoint(0, delta),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        box.wheelEvent(turned)
        assert not turned.isAccepted(), box.accessibleName()  # so the panel that it is in scrolls
        assert box.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert shown() == before


def test_peers_of_another_precision_are_counted_apart(window: MainWindow) -> None:
    window.show_snapshot(replace(samples.WORKING, peers=(samples.ONLINE, samples.ROUNDED_PEER)))
    assert window.pill.text.full_text.endswith("1 of 2 peers online · 1 in another precision")


def test_the_window_is_made_with_the_chat_alone_and_each_other_tab_when_it_is_asked_for_or_a_moment_later(
    qtbot: QtBot, theme: ThemeController, core: FakeCore, bridge: Bridge
) -> None:
    window = MainWindow(core.commands, core.conversations, bridge, theme)
    qtbot.addWidget(window, before_close_func=lambda each: each.allow_close())
    window.show_snapshot(samples.WORKING)
    assert not {"models", "node", "swarm", "log"} & set(vars(window))
    window.show_tab("Node")
    assert window.stack.currentWidget() is window.node
    assert window.node.sessions.table.model().rowCount() == len(samples.WORKING.node.sessions)  # up to date at once
    assert "swarm" not in vars(window)
    window.show()
    qtbot.waitUntil(lambda: {"models", "node", "swarm", "api", "log"} <= set(vars(window)))
    assert [window.stack.widget(index) for index in range(len(TABS))] == [
        getattr(window, name.lower()) for name in TABS
    ]
