"""Signing in, the mirror and handing layers on: a token is never seen again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import UserError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.hub_card import HubCard
from tests.gui import samples
from tests.gui.fakes import FakeCommands

TOKEN = "not-a-real-token"


@pytest.fixture
def card(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> HubCard:
    card = HubCard(commands, bridge)
    qtbot.addWidget(card)
    card.show()
    card.show_snapshot(samples.MODELS)
    return card


def test_a_token_is_hidden_handed_over_and_forgotten(card: HubCard, commands: FakeCommands, qtbot: QtBot) -> None:
    assert card.token.echoMode() == QLineEdit.EchoMode.Password
    qtbot.keyClicks(card.token, f" {TOKEN} ")
    qtbot.keyClick(card.token, Qt.Key.Key_Return)
    assert commands.named("sign_in_to_hub") == [(TOKEN,)]
    assert card.token.text() == ""
    card.token.undo()
    assert card.token.text() == ""
    qtbot.waitUntil(lambda: card.told.text().startswith("Signed in."), timeout=2000)
    assert not any(TOKEN in label.text() for label in card.findChildren(QLabel))


def test_a_refused_token_is_told(card: HubCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = UserError("The hub does not know this token.", "Make a new one.")
    card.token.setText(TOKEN)
    card.sign_in.click()
    assert card.token.text() == ""
    qtbot.waitUntil(lambda: card.told.text() == "The hub does not know this token. Make a new one.", timeout=2000)
    assert card.sign_in.isEnabled()


def test_without_a_token_nobody_is_asked(card: HubCard, commands: FakeCommands) -> None:
    card.sign_in.click()
    assert commands.named("sign_in_to_hub") == []
    assert "Paste a token first" in card.told.text()


def test_signing_out_forgets_it(card: HubCard, commands: FakeCommands, qtbot: QtBot) -> None:
    card.show_snapshot(replace(samples.MODELS, is_signed_in=True))
    card.sign_out.click()
    assert commands.named("sign_in_to_hub") == [("",)]
    qtbot.waitUntil(lambda: card.told.text().startswith("Signed out"), timeout=2000)


def test_whether_one_is_signed_in_is_looked_at_when_somebody_looks(card: HubCard, commands: FakeCommands) -> None:
    assert commands.named("look_at_account") == [()]
    card.show_snapshot(replace(samples.MODELS, is_signed_in=None))
    assert not card.account.isVisible()
    card.show_snapshot(replace(samples.MODELS, is_signed_in=True))
    assert (card.account.text(), card.account.isVisible()) == ("This computer is signed in.", True)
    card.show_snapshot(replace(samples.MODELS, is_signed_in=False))
    assert card.account.text() == "This computer is not signed in."
    assert not card.sign_out.isEnabled()
    card.hide()
    card.show()
    assert len(commands.named("look_at_account")) == 2


def test_mirror_and_sharing_are_applied_together(card: HubCard, commands: FakeCommands) -> None:
    assert not card.apply.isEnabled()
    card.mirror.setText(" http://127.0.0.1:9000 ")
    card.upload.setValue(3)
    card.show_snapshot(samples.MODELS)  # nothing that is not applied is overwritten
    card.apply.click()
    asked = {"hub_endpoint": "http://127.0.0.1:9000", "upload_bytes_per_s": 3_000_000}
    assert commands.named("change_settings") == [(asked,)]
    card.share.setChecked(False)
    assert not card.upload.isEnabled()
    card.apply.click()
    assert commands.named("change_settings")[-1] == ({**asked, "share_weights": False},)


def test_what_is_saved_elsewhere_shows(card: HubCard) -> None:
    settings = replace(samples.SETTINGS, hub_endpoint="http://127.0.0.1:9", share_weights=False, upload_bytes_per_s=5)
    card.show_snapshot(replace(samples.MODELS, settings=settings))
    assert (card.mirror.text(), card.share.isChecked(), card.upload.value()) == ("http://127.0.0.1:9", False, 1)
    assert not card.apply.isEnabled()


def test_a_mirror_that_is_no_address_is_refused(card: HubCard, commands: FakeCommands) -> None:
    card.mirror.setText("mirror")
    card.apply.click()
    assert commands.named("change_settings") == []
    assert card.told.text() == "That mirror cannot be used: it is not an address like https://host."
    assert card.mirror.property("invalid") == "true"
    card.mirror.setText("")
    assert card.mirror.property("invalid") == "false"
