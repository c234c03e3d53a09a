"""The disk: what models take, the limit, and what no model needs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import MachineError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.disk_card import DiskCard
from meshnet_gui.runtime.snapshot import BrokenModel
from tests.gui import samples
from tests.gui.fakes import FakeCommands

FULL = replace(samples.MODELS, disk=samples.FULL_DISK, settings=samples.LIMITED)


@pytest.fixture
def card(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> DiskCard:
    card = DiskCard(commands, bridge)
    qtbot.addWidget(card)
    card.show_snapshot(FULL)
    return card


def test_use_and_limit_are_shown(card: DiskCard) -> None:
    assert "19.2 GB of 20.0 GB" in card.text.text()
    assert card.bar.value() == 960
    assert card.bar.property("level") == "high"
    assert card.limit.value() == 20
    assert not card.apply.isVisible()


def test_without_a_limit_the_bar_is_the_disk(card: DiskCard) -> None:
    card.show_snapshot(samples.MODELS)
    assert card.bar.value() == round(1000 * 9.4 / 70.4)
    assert card.limit.text() == "no limit"


def test_before_anybody_has_looked_nothing_is_claimed(card: DiskCard) -> None:
    card.show_snapshot(samples.STARTING)
    assert not card.isVisible()


def test_a_limit_is_applied_and_survives_snapshots_until_then(card: DiskCard, commands: FakeCommands) -> None:
    card.limit.setValue(30)
    card.show_snapshot(FULL)
    assert card.limit.value() == 30
    assert card.apply.isVisible()
    card.apply.click()
    assert commands.named("change_settings") == [({"models_max_bytes": 30_000_000_000},)]
    card.show_snapshot(replace(FULL, settings=replace(samples.LIMITED, models_max_bytes=30_000_000_000)))
    assert not card.apply.isVisible()


def test_a_small_limit_does_not_look_like_none(card: DiskCard) -> None:
    card.show_snapshot(replace(FULL, settings=replace(samples.LIMITED, models_max_bytes=5_000_000)))
    assert card.limit.value() == 1


def test_leftovers_are_deleted_with_one_click(card: DiskCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.hold = True
    card.delete.click()
    assert commands.named("remove_leftovers") == [()]
    assert not card.delete.isEnabled()
    commands.held[0].set_result(1_460_000_000)
    qtbot.waitUntil(lambda: card.told.text() == "1.5 GB are free again.", timeout=2000)
    card.show_snapshot(samples.MODELS)
    assert not card.delete.isVisible()


def test_a_failure_is_told(card: DiskCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = MachineError("A file is in use.")
    card.delete.click()
    qtbot.waitUntil(lambda: card.told.text() == "A file is in use.", timeout=2000)
    assert card.delete.isEnabled()


def test_what_cannot_be_used_is_named_and_removed_when_that_is_confirmed(
    card: DiskCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    broken = BrokenModel("old-model", "The file config.json of the model old-model is not valid JSON.")
    card.show_snapshot(replace(FULL, disk=replace(samples.FULL_DISK, broken=(broken,))))
    (row,) = card.broken.values()
    assert row.text.text().startswith("old-model cannot be used. The file config.json")
    row.remove.click()
    assert row.question.box is not None
    assert commands.named("remove_model") == []
    next(each for each in row.question.box.buttons() if each.text() == "Remove").click()
    qtbot.waitUntil(lambda: commands.named("remove_model") == [("old-model",)], timeout=2000)
    card.show_snapshot(FULL)
    assert card.broken == {}
