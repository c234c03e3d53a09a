from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import UserError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.join_form import MAX_INVITE_CHARS, JoinForm
from meshnet_gui.gui.qr_view import NO_CODE
from meshnet_gui.swarm import qr
from tests.gui import samples
from tests.gui.fakes import FakeCommands


@pytest.fixture
def form(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> JoinForm:
    form = JoinForm(commands, bridge)
    qtbot.addWidget(form)
    form.show()
    return form


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "invite.png"
    path.write_bytes(qr.png(samples.INVITE, 4))
    return path


def drop(form: JoinForm, data: QMimeData) -> None:
    actions, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    form.dropEvent(QDropEvent(QPointF(5, 5), actions, data, buttons, keys))


def test_a_swarm_is_started_with_a_name(form: JoinForm, commands: FakeCommands, qtbot: QtBot) -> None:
    qtbot.keyClicks(form.name, "Our house")
    with qtbot.waitSignal(form.done, timeout=2000):
        qtbot.keyClick(form.name, Qt.Key.Key_Return)
    assert commands.calls == [("create_swarm", "Our house")]
    assert form.name.text() == ""


def test_a_swarm_without_a_name_is_not_started(form: JoinForm, commands: FakeCommands, qtbot: QtBot) -> None:
    form.name.setText("  ")
    form.start.click()
    assert commands.calls == []
    assert "Give it a name" in form.name_problem.text()
    assert form.name_problem.isVisible()
    qtbot.keyClicks(form.name, "O")
    assert not form.name_problem.isVisible()


def test_a_name_that_is_taken_is_told_at_its_field(form: JoinForm, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = UserError("You have a swarm of that name already.")
    form.name.setText("Our house")
    form.start.click()
    qtbot.waitUntil(form.name_problem.isVisible, timeout=2000)
    assert form.name.text() == "Our house"
    assert form.start.isEnabled()


def test_after_a_refused_invite_one_can_paste_again_at_once(
    form: JoinForm, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.fail_with = UserError("This is no invite to a swarm.")
    form.activateWindow()
    qtbot.waitUntil(form.isActiveWindow, timeout=2000)
    form.invite.setPlainText("hello")
    form.join.setFocus()
    form.join.click()
    qtbot.waitUntil(form.invite_problem.isVisible, timeout=2000)
    assert form.invite.hasFocus()


def test_a_pasted_invite_joins_and_is_forgotten(form: JoinForm, commands: FakeCommands, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText(f"\n  {samples.INVITE} \n")
    form.invite.paste()
    with qtbot.waitSignal(form.done, timeout=2000):
        qtbot.keyClick(form.invite, Qt.Key.Key_Return)
    assert commands.calls == [("join_swarm", samples.INVITE)]
    assert form.invite.toPlainText() == ""
    assert not form.invite.document().isUndoAvailable()


def test_a_wrong_invite_is_told_and_kept_for_correction(form: JoinForm, commands: FakeCommands, qtbot: QtBot) -> None:
    form.join.click()
    assert "Paste the invite first" in form.invite_problem.text()
    commands.fail_with = UserError("That invite is not complete.")
    form.invite.setPlainText("meshnet1-half")
    assert not form.invite_problem.isVisible()
    form.join.click()
    assert not form.join.isEnabled()
    qtbot.waitUntil(form.invite_problem.isVisible, timeout=2000)
    assert form.invite_problem.text() == "That invite is not complete."
    assert form.invite.toPlainText() == "meshnet1-half"
    assert form.join.isEnabled()


def test_a_chosen_picture_joins_at_once(form: JoinForm, commands: FakeCommands, picture: Path) -> None:
    form.read_picture(picture)
    assert commands.calls == [("join_swarm", samples.INVITE)]


def test_a_dropped_picture_file_joins_at_once(form: JoinForm, commands: FakeCommands, picture: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(picture))])
    drop(form, data)
    assert commands.calls == [("join_swarm", samples.INVITE)]


def test_a_picture_in_the_clipboard_joins_at_once(form: JoinForm, commands: FakeCommands, picture: Path) -> None:
    QGuiApplication.clipboard().setImage(QImage(str(picture)))
    form.invite.paste()
    assert commands.calls == [("join_swarm", samples.INVITE)]
    assert form.invite.toPlainText() == ""


def test_a_picture_without_a_code_is_told(form: JoinForm, commands: FakeCommands, tmp_path: Path) -> None:
    blank = QImage(200, 200, QImage.Format.Format_RGB32)
    blank.fill(Qt.GlobalColor.white)
    blank.save(str(tmp_path / "blank.png"))
    form.read_picture(tmp_path / "blank.png")
    assert form.invite_problem.text() == NO_CODE
    assert form.invite_problem.isVisible()
    assert commands.calls == []


def test_dropped_text_waits_for_the_button(form: JoinForm, commands: FakeCommands) -> None:
    data = QMimeData()
    data.setText(samples.INVITE + " " * 10_000 + "x")
    drop(form, data)
    assert form.invite.toPlainText() == samples.INVITE
    assert len(form.invite.toPlainText()) <= MAX_INVITE_CHARS
    assert commands.calls == []


def test_what_was_pasted_is_forgotten_when_it_goes_out_of_sight(form: JoinForm) -> None:
    form.invite.setPlainText(samples.INVITE)
    form.hide()
    assert form.invite.toPlainText() == ""
