"""Models on this disk: what is shown of each, and what can be done with it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.stored_card import NEW_AT_ONCE, StoredCard
from meshnet_gui.gui.stored_row import StoredRow
from meshnet_gui.runtime.snapshot import ModelCheck
from meshnet_gui.types import Span
from tests.gui import samples
from tests.gui.fakes import FakeCommands


@pytest.fixture
def card(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> StoredCard:
    card = StoredCard(commands, bridge)
    qtbot.addWidget(card)
    card.show()
    card.show_snapshot(samples.MODELS)
    return card


@pytest.fixture
def qwen(card: StoredCard) -> StoredRow:
    return card.rows[samples.QWEN.name]


def order(card: StoredCard) -> list[object]:
    items = [card._rows.itemAt(place) for place in range(card._rows.count())]
    return [item.widget() for item in items if item is not None]


def choose(row: StoredRow, text: str) -> None:
    row.menu.aboutToShow.emit()
    next(action for action in row.menu.actions() if action.text() == text).trigger()


def answer(row: StoredRow, button: str) -> QMessageBox:
    box = row.question.box
    assert box is not None
    next(each for each in box.buttons() if each.text() == button).click()
    return box


def test_each_model_says_what_of_it_is_here_and_what_uses_it(card: StoredCard, qwen: StoredRow) -> None:
    assert list(card.rows) == [model.name for model in samples.MODELS.models]
    assert qwen.text.full_text == "Layers 0-10 and 14-20 of 36 · 6.9 GB of 14.6 GB"
    assert qwen.bar.held == (Span(0, 10), Span(14, 20))
    assert "With 3 more computers like yours." in qwen.fits.text()
    chosen = card.rows[samples.MODEL.name]
    assert chosen.uses.text() == "Used in chats · Shares layers 0-15"
    assert not chosen.use.isVisible()
    assert not chosen.layers.isVisible()  # all of it is here


def test_rows_come_and_go_with_their_models_in_order(card: StoredCard) -> None:
    kept = card.rows[samples.MODEL.name]
    card.show_snapshot(replace(samples.MODELS, models=(samples.ADDED, samples.MODEL)))
    assert order(card) == [card.rows[samples.ADDED.name], kept]
    card.show_snapshot(replace(samples.MODELS, models=()))
    assert card.rows == {}
    assert card.empty.isVisible()
    assert card.more.isVisible()


def test_while_the_program_starts_nothing_is_said_to_be_missing(card: StoredCard) -> None:
    card.show_snapshot(samples.STARTING)
    assert card.empty.text() == "Looking which models are on this disk…"
    assert not card.more.isVisible()


def test_a_model_is_taken_for_chats(qwen: StoredRow, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = UserError("It has no tokenizer.")
    qwen.use.click()
    assert commands.named("set_model") == [(samples.QWEN.name,)]
    qtbot.waitUntil(lambda: qwen.told.text() == "It has no tokenizer.", timeout=2000)
    assert qwen.use.isEnabled()


def test_sharing_one_leads_to_its_layers(card: StoredCard, qwen: StoredRow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(card.serve_requested) as asked:
        qwen.serve.click()
    assert asked.args == [samples.QWEN.name]


def test_layers_are_chosen_and_got(qwen: StoredRow, commands: FakeCommands) -> None:
    qwen.layers.click()
    assert qwen.choice.isVisible()
    assert not qwen.layers.isVisible()
    assert qwen.choice.which.itemText(0) == "All 36 layers · 7.7 GB"  # what lacks of it
    qwen.choice.which.setCurrentIndex(0)
    qwen.choice.get.click()
    assert commands.named("fetch_layers") == [(samples.QWEN.name, Span(0, 36))]
    assert not qwen.choice.isVisible()


def test_giving_up_the_choice_leaves_everything_as_it_was(qwen: StoredRow, commands: FakeCommands) -> None:
    qwen.layers.click()
    qwen.choice.cancel.click()
    assert qwen.layers.isVisible()
    assert commands.calls == []


def test_a_fetch_that_could_not_begin_says_why(qwen: StoredRow, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = MachineError("The disk has too little room.")
    qwen.layers.click()
    qwen.choice.get.click()
    qtbot.waitUntil(lambda: qwen.told.text() == "The disk has too little room.", timeout=2000)


def test_why_a_fetch_failed_is_told_once(
    card: StoredCard, qwen: StoredRow, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.fail_with = MachineError("The hub does not answer.")
    qwen.layers.click()
    qwen.choice.get.click()
    qtbot.waitUntil(lambda: qwen.told.text() == "The hub does not answer.", timeout=2000)  # before the snapshot says so
    card.show_snapshot(replace(samples.MODELS, fetches=(samples.FETCH_FAILED,)))
    assert not qwen.told.isVisible()
    assert "The hub does not answer" in qwen.fetch.text.text()
    qwen._verified(ModelCheck(samples.QWEN.name, True, "All is as it should be."), None)
    card.show_snapshot(replace(samples.MODELS, fetches=(samples.FETCHING,)))
    assert qwen.told.isVisible()  # that was something else


def test_a_running_fetch_shows_in_its_row(card: StoredCard, qwen: StoredRow) -> None:
    qwen.layers.click()
    card.show_snapshot(replace(samples.MODELS, fetches=(samples.FETCHING,)))
    assert qwen.fetch.isVisible()
    assert qwen.bar.wanted == (Span(0, 20),)
    assert not qwen.choice.isVisible()
    assert not qwen.layers.isVisible()
    assert not card.rows[samples.MODEL.name].fetch.isVisible()
    card.show_snapshot(samples.MODELS)
    assert not qwen.fetch.isVisible()
    assert qwen.layers.isVisible()


def test_a_model_that_is_being_added_has_a_row_of_its_own_first(card: StoredCard) -> None:
    card.show_snapshot(replace(samples.MODELS, fetches=(samples.ADDING,)))
    assert order(card)[0] is card.adding["lighthouse/Mixtral-8x22B"]
    assert card.adding["lighthouse/Mixtral-8x22B"].line.text.text() == "Looking what it consists of…"
    card.show_snapshot(samples.MODELS)
    assert card.adding == {}


@pytest.mark.parametrize(("is_sound", "role"), [(True, "caption"), (False, "error-caption")])
def test_verifying_tells_what_came_of_it(
    qwen: StoredRow, commands: FakeCommands, qtbot: QtBot, is_sound: bool, role: str
) -> None:
    commands.hold = True
    choose(qwen, "Verify")
    assert commands.named("verify_model") == [(samples.QWEN.name,)]
    assert qwen.told.text() == "Comparing all that is here with its digests…"
    commands.held[0].set_result(ModelCheck(samples.QWEN.name, is_sound, "What came of it."))
    qtbot.waitUntil(lambda: qwen.told.text() == "What came of it.", timeout=2000)
    assert qwen.told.property("role") == role


def test_removing_asks_first_and_says_what_it_frees(qwen: StoredRow, commands: FakeCommands) -> None:
    choose(qwen, "Remove…")
    box = answer(qwen, "Cancel")
    assert box.text() == "Remove qwen3-8b?"
    assert box.informativeText() == "This frees 6.9 GB. It can be fetched again."
    assert commands.calls == []
    choose(qwen, "Remove…")
    answer(qwen, "Remove")
    assert commands.named("remove_model") == [(samples.QWEN.name,)]


def test_some_layers_are_removed_with_what_that_frees_said_first(
    qwen: StoredRow, commands: FakeCommands, qtbot: QtBot
) -> None:
    choose(qwen, "Remove some layers…")
    assert qwen.removal.isVisible()
    assert qwen.removal.span() == Span(14, 20)
    qwen.removal.start.setValue(16)
    assert qwen.removal.note.text().startswith("This frees about 1.5 GB.")
    commands.hold = True
    qwen.removal.remove.click()
    assert commands.named("remove_layers") == [(samples.QWEN.name, Span(16, 20))]
    assert not qwen.removal.isVisible()
    commands.held[0].set_result(1_540_000_000)
    qtbot.waitUntil(lambda: qwen.told.text() == "Layers 16-20 are removed; 1.5 GB are free again.", timeout=2000)


def test_layers_that_are_not_here_or_shared_cannot_be_removed(card: StoredCard, qwen: StoredRow) -> None:
    choose(qwen, "Remove some layers…")
    qwen.removal.end.setValue(12)
    qwen.removal.start.setValue(11)
    assert not qwen.removal.remove.isEnabled()
    assert "on this disk" in qwen.removal.note.text()
    shard = replace(samples.SHARD, model_name=samples.QWEN.name, span=Span(0, 10))
    card.show_snapshot(replace(samples.MODELS, node=replace(samples.READY, shards=(shard,))))
    qwen.removal.start.setValue(4)
    assert not qwen.removal.remove.isEnabled()
    assert "shares layers 0-10 now" in qwen.removal.note.text()
    qwen.removal.end.setValue(20)
    qwen.removal.start.setValue(14)
    assert qwen.removal.remove.isEnabled()


def test_of_a_whole_model_or_during_a_fetch_no_layers_can_be_removed(card: StoredCard, qwen: StoredRow) -> None:
    def offered(row: StoredRow) -> list[str]:
        row.menu.aboutToShow.emit()
        return [action.text() for action in row.menu.actions() if action.text()]

    assert offered(card.rows[samples.OTHER_MODEL.name]) == ["Verify", "Remove…"]
    choose(qwen, "Remove some layers…")
    card.show_snapshot(replace(samples.MODELS, fetches=(samples.FETCHING,)))
    assert not qwen.removal.isVisible()
    assert offered(qwen) == ["Verify", "Remove…"]


def test_what_was_imported_is_said_to_be_gone_for_good(card: StoredCard) -> None:
    row = card.rows[samples.OTHER_MODEL.name]
    choose(row, "Remove…")
    assert "cannot be had back" in answer(row, "Cancel").informativeText()


def test_removing_the_model_of_the_chats_says_that_they_need_another(card: StoredCard) -> None:
    card.show_snapshot(replace(samples.MODELS, model=samples.QWEN))
    row = card.rows[samples.QWEN.name]
    choose(row, "Remove…")
    assert answer(row, "Cancel").informativeText().endswith("Your chats use it now; they need another one then.")


def test_a_model_that_is_shared_now_is_not_removed(card: StoredCard, commands: FakeCommands) -> None:
    row = card.rows[samples.MODEL.name]
    choose(row, "Remove…")
    assert row.question.box is None
    assert "Stop sharing it first" in row.told.text()
    assert commands.calls == []


def test_many_models_come_a_few_at_a_time_and_all_in_order(
    qtbot: QtBot, commands: FakeCommands, bridge: Bridge
) -> None:
    card = StoredCard(commands, bridge)
    qtbot.addWidget(card)
    models = tuple(replace(samples.QWEN, name=f"model-{number}") for number in range(3 * NEW_AT_ONCE + 1))
    card.show_snapshot(replace(samples.MODELS, models=models[::2]))
    assert len(card.rows) == NEW_AT_ONCE
    card.show_snapshot(replace(samples.MODELS, models=models))
    assert len(card.rows) == 2 * NEW_AT_ONCE
    qtbot.waitUntil(lambda: len(card.rows) == len(models))
    assert order(card) == [card.rows[model.name] for model in models]
