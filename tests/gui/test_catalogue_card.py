"""Finding a model: the catalogue, what fits, repositories by name, the hub's own search, and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import BadModelFile, MachineError, UserError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.catalogue_card import PAGE, CatalogueCard, repository_in
from meshnet_gui.gui.catalogue_fits import ALL, ALONE, SWARM, Fitter
from meshnet_gui.gui.catalogue_row import CatalogueRow, count_in_words, model_facts
from meshnet_gui.gui.layers_choice import NONE_NOW
from meshnet_gui.modelstore.catalogue import CatalogueModel
from meshnet_gui.types import Span
from tests.gui import samples
from tests.gui.fakes import FakeCommands

SMALL, QWEN, LLAMA = samples.CATALOGUE[:3]
NOT_HERE = replace(samples.MODELS, models=(samples.MODEL,))


def find(text: str) -> Sequence[CatalogueModel]:
    words = text.casefold().split()
    return [m for m in samples.CATALOGUE if all(w in f"{m.name} {m.repository}".casefold() for w in words)]


@pytest.fixture
def card(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> CatalogueCard:
    card = CatalogueCard(commands, bridge, find)
    qtbot.addWidget(card)
    card.show_snapshot(NOT_HERE)
    card.show()
    return card


@pytest.fixture
def row(card: CatalogueCard) -> CatalogueRow:
    return card.rows[QWEN.id]


def shown(card: CatalogueCard) -> list[str]:
    return [each.model.id for each in card.rows.values() if not each.isHidden()]


def test_each_model_says_what_it_is_and_what_fits(card: CatalogueCard, row: CatalogueRow) -> None:
    assert shown(card) == [model.id for model in samples.CATALOGUE]
    assert row.text.full_text == ("7.3B parameters · 36 layers · 14.6 GB (bf16) · remembers 40,960 tokens · Apache-2.0")
    assert row.fits_text.text() == "With 3 more computers like yours."
    assert "of disk and" in row.more_text.text()
    assert card.rows[SMALL.id].fits_text.text() == "Fits on this computer: splitting will be slower."
    assert card.rows[samples.CATALOGUE[4].id].fits_text.text().startswith("Not with computers like this one")
    assert row.lock.isHidden()
    assert not card.rows[LLAMA.id].lock.isHidden()


def test_the_catalogue_is_not_read_before_it_is_looked_at(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> None:
    asked: list[str] = []

    def look(text: str) -> Sequence[CatalogueModel]:
        asked.append(text)
        return ()

    card = CatalogueCard(commands, bridge, look)
    qtbot.addWidget(card)
    card.show_snapshot(NOT_HERE)
    assert asked == []
    card.show()
    assert asked == [""]


def test_typing_searches_the_catalogue(card: CatalogueCard, qtbot: QtBot) -> None:
    qtbot.keyClicks(card.search, "llama 70b")
    assert shown(card) == [LLAMA.id]
    assert card.count.text() == "1 model"
    card.search.setText("no such model")
    assert shown(card) == []
    assert "The hub has many more" in card.empty.text()


def test_filters_keep_what_fits(card: CatalogueCard) -> None:
    card.filter.buttons[ALONE].click()
    assert shown(card) == [SMALL.id]
    card.filter.buttons[SWARM].click()
    assert shown(card) == [SMALL.id, QWEN.id]
    card.filter.buttons[ALL].click()
    assert len(shown(card)) == len(samples.CATALOGUE)
    card.filter.buttons[ALONE].click()
    card.search.setText("deepseek")
    assert "Nothing in the list fits" in card.empty.text()


def test_a_long_list_comes_in_pages(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> None:
    many = [replace(SMALL, id=f"small-{number}") for number in range(PAGE + 5)]
    card = CatalogueCard(commands, bridge, lambda _: many)
    qtbot.addWidget(card)
    card.show_snapshot(NOT_HERE)
    card.show()
    assert len(shown(card)) == PAGE
    card.more.click()
    assert len(shown(card)) == PAGE + 5
    assert card.more.isHidden()


def test_a_model_is_added_and_the_layers_that_fit_are_got(
    card: CatalogueCard, row: CatalogueRow, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.answers["add_model"] = replace(samples.QWEN, held=(), held_bytes=0)
    row.get.click()
    assert row.choice.which.currentText().startswith("Layers 0-")
    span = row.choice.span()
    assert span is not None
    with qtbot.waitSignal(card.added, timeout=2000) as added:
        row.choice.get.click()
    assert commands.calls == [("add_model", QWEN.id), ("fetch_layers", samples.QWEN.name, span)]
    assert added.args == [samples.QWEN.name, False]


def test_in_a_swarm_a_model_can_be_added_without_layers(
    card: CatalogueCard, row: CatalogueRow, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.answers["add_model"] = samples.QWEN
    row.get.click()
    row.choice.which.setCurrentIndex(row.choice.which.findText(NONE_NOW))
    with qtbot.waitSignal(card.added, timeout=2000):
        row.choice.get.click()
    assert commands.named("fetch_layers") == []
    card.show_snapshot(replace(NOT_HERE, swarm=None))
    other = card.rows[LLAMA.id]
    other.get.click()
    assert other.choice.which.findText(NONE_NOW) == -1  # alone nobody else computes


def test_why_a_model_cannot_be_had_is_told_in_its_row(
    card: CatalogueCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    row = card.rows[LLAMA.id]
    row.get.click()
    assert "accept terms first" in row.gated.text()
    assert row.gated.isVisible()
    commands.fail_with = UserError("This model asks for terms to be accepted.", "Accept them on its page.")
    row.choice.which.setCurrentIndex(1)
    row.choice.get.click()
    qtbot.waitUntil(lambda: "Accept them on its page." in row.told.text(), timeout=2000)
    assert row.get.isVisible()


def test_what_is_here_already_is_said(card: CatalogueCard, row: CatalogueRow) -> None:
    row.get.click()
    card.show_snapshot(samples.MODELS)
    assert row.state.text() == "On this computer"
    assert not row.get.isVisible()
    assert not row.choice.isVisible()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("harbour/Some-Model", ("harbour/Some-Model", "")),
        (" harbour/some.model@refs/pr/1 ", ("harbour/some.model", "refs/pr/1")),
        ("qwen 3", None),
        ("a/b/c", None),
        ("../etc", None),
        ("/harbour/a", None),
        ("harbour/a b", None),
        ("harbour/ä", None),
    ],
)
def test_a_repository_is_known_by_its_slash(text: str, named: tuple[str, str] | None) -> None:
    assert repository_in(text) == named


def test_any_repository_is_added_by_its_name(card: CatalogueCard, commands: FakeCommands, qtbot: QtBot) -> None:
    card.search.setText("harbour/Some-Model@v2")
    assert card.named.isVisible()
    assert card.named.row is not None
    commands.answers["add_model"] = samples.ADDED
    with qtbot.waitSignal(card.added, timeout=2000) as added:
        card.named.row.add.click()
    assert commands.named("add_model") == [("harbour/Some-Model", "v2")]
    assert added.args == [samples.ADDED.name, True]  # its layers are chosen next
    card.search.setText("harbour")
    assert not card.named.isVisible()


def test_return_adds_the_repository_that_was_named(card: CatalogueCard, commands: FakeCommands, qtbot: QtBot) -> None:
    qtbot.keyClicks(card.search, "harbour/some-model")
    qtbot.keyClick(card.search, Qt.Key.Key_Return)
    assert commands.named("add_model") == [("harbour/some-model",)]
    assert commands.named("search_hub") == []


def test_a_repository_of_the_catalogue_is_not_offered_twice(card: CatalogueCard) -> None:
    card.search.setText(QWEN.repository)
    assert not card.named.isVisible()
    assert shown(card) == [QWEN.id]


def test_the_hub_is_searched_only_when_asked(card: CatalogueCard, commands: FakeCommands, qtbot: QtBot) -> None:
    qtbot.keyClicks(card.search, "qwen")
    assert commands.calls == []
    commands.hold = True
    qtbot.keyClick(card.search, Qt.Key.Key_Return)
    assert commands.named("search_hub") == [("qwen",)]
    assert card.results.busy.isVisible()
    commands.held[0].set_result(samples.FOUND)
    qtbot.waitUntil(lambda: len(card.results.rows) == 3, timeout=2000)
    plain, gated, unknown = card.results.rows
    assert unknown.text.full_text == "Licence not stated"
    assert plain.text.full_text == "Fetched 1,204,331 times a month · Apache-2.0"
    assert "asks you to accept its terms" in gated.text.full_text
    assert not gated.lock.isHidden()
    assert not card.results.busy.isVisible()


def test_a_late_answer_to_an_earlier_search_does_not_count(
    card: CatalogueCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.hold = True
    for text in ("one", "two"):
        card.search.setText(text)
        card.on_hub.click()
    commands.held[1].set_result(samples.FOUND[:1])
    qtbot.waitUntil(lambda: len(card.results.rows) == 1, timeout=2000)
    commands.held[0].set_result(samples.FOUND)
    QApplication.processEvents()
    assert [row.repository for row in card.results.rows] == [samples.FOUND[0].repository]


def test_an_offline_hub_and_an_empty_answer_are_told(card: CatalogueCard, commands: FakeCommands, qtbot: QtBot) -> None:
    card.search.setText("qwen")
    commands.fail_with = MachineError("The hub cannot be reached.")
    card.on_hub.click()
    qtbot.waitUntil(lambda: card.results.problem.text() == "The hub cannot be reached.", timeout=2000)
    commands.fail_with = None
    commands.answers["search_hub"] = ()
    card.on_hub.click()
    qtbot.waitUntil(lambda: "nothing by that name" in card.results.problem.text(), timeout=2000)
    card.results.close_button.click()
    assert not card.results.isVisible()


def test_a_found_model_is_added_and_told_where_it_fails(
    card: CatalogueCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.answers["search_hub"] = samples.FOUND
    card.search.setText("qwen")
    card.on_hub.click()
    qtbot.waitUntil(lambda: len(card.results.rows) == 3, timeout=2000)
    row = card.results.rows[0]
    commands.fail_with = UserError("It has only .gguf files.", "Import one of them.")
    row.add.click()
    qtbot.waitUntil(lambda: row.told.text() == "It has only .gguf files. Import one of them.", timeout=2000)
    assert row.add.isEnabled()
    here = replace(samples.QWEN, identity=samples.QWEN_IDENTITY.replace("lighthouse/Qwen3-8B", row.repository))
    card.show_snapshot(replace(NOT_HERE, models=(here,)))
    assert row.state.isVisible()
    assert not row.add.isVisible()


def test_an_import_says_how_far_it_is(card: CatalogueCard, commands: FakeCommands) -> None:
    commands.hold = True
    card.import_path(Path("a.gguf"))
    card.show_snapshot(replace(samples.MODELS, importing="Converting the weights of a.gguf (45%)"))
    assert card.told.text() == "Converting the weights of a.gguf (45%)…"


def test_a_file_is_imported(card: CatalogueCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.answers["import_model"] = samples.OTHER_MODEL
    with qtbot.waitSignal(card.added, timeout=2000) as added:
        card.import_path(Path("a.gguf"))
    assert added.args == [samples.OTHER_MODEL.name, False]
    assert card.told.text() == "Imported Gemma-3-270M."
    commands.fail_with = BadModelFile("a.gguf is cut off.")
    card.import_path(Path("a.gguf"))
    qtbot.waitUntil(lambda: card.told.text() == "a.gguf is cut off.", timeout=2000)


def test_a_type_that_was_not_certified_is_said_so(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> None:
    for model, is_told in ((QWEN, False), (replace(QWEN, model_type="nobody-knows"), True)):
        row = CatalogueRow(commands, bridge, model)
        qtbot.addWidget(row)
        assert row.uncertified.isHidden() != is_told


def test_numbers_as_people_name_models() -> None:
    assert [count_in_words(n) for n in (134_515_008, 8_190_000_000, 671_026_419_200)] == ["135M", "8.2B", "671B"]
    assert model_facts(LLAMA).endswith("llama3.1")


def test_what_fits_is_judged_anew_only_when_something_matters() -> None:
    fitter = Fitter()
    assert fitter.of_catalogue(QWEN) is None
    fitter.look(NOT_HERE)
    first = fitter.of_catalogue(QWEN)
    assert first is not None
    assert first.my_span is not None
    fitter.look(replace(NOT_HERE, free_bytes=NOT_HERE.free_bytes + 1000))
    assert fitter.of_catalogue(QWEN) is first
    fitter.look(replace(NOT_HERE, free_bytes=40_000_000_000))
    second = fitter.of_catalogue(QWEN)
    assert second is not None
    assert second.alone
    assert fitter.is_shown(QWEN, ALONE)
    fitter.look(samples.STARTING)
    assert fitter.of_catalogue(QWEN) is None
    assert fitter.is_shown(LLAMA, ALONE)  # nobody knows better


def test_a_long_catalogue_is_judged_in_slices_and_shown_as_judged_before_meanwhile() -> None:
    clock = iter(range(1000))
    fitter = Fitter(lambda: next(clock))
    fitter.look(NOT_HERE)
    assert not fitter.judge(samples.CATALOGUE, within_s=3)
    assert fitter.is_shown(SMALL, ALONE)
    assert not fitter.is_shown(samples.CATALOGUE[4], SWARM)  # not judged yet
    while not fitter.judge(samples.CATALOGUE, within_s=3):
        pass
    assert [m for m in samples.CATALOGUE if fitter.is_shown(m, SWARM)] == [SMALL, QWEN]
    fitter.look(replace(NOT_HERE, free_bytes=40_000_000_000))
    assert not fitter.is_shown(QWEN, ALONE)  # as before, until it is judged anew
    while not fitter.judge(samples.CATALOGUE, within_s=3):
        pass
    assert fitter.is_shown(QWEN, ALONE)


def test_a_filter_over_a_long_catalogue_ends_complete(
    qtbot: QtBot, commands: FakeCommands, bridge: Bridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meshnet_gui.gui.catalogue_card._SLICE_S", 0.0)
    card = CatalogueCard(commands, bridge, find)
    qtbot.addWidget(card)
    card.show_snapshot(NOT_HERE)
    card.show()
    card.search.setText("deepseek")
    card.filter.buttons[ALONE].click()
    qtbot.waitUntil(card.empty.isVisible, timeout=2000)
    card.search.setText("")
    qtbot.waitUntil(lambda: shown(card) == [SMALL.id], timeout=2000)


def test_what_is_here_of_a_model_needs_no_room_on_the_disk() -> None:
    fitter = Fitter()
    tight = replace(samples.MODELS, disk=replace(samples.DISK, free_bytes=100_000_000))
    fitter.look(tight)
    found = fitter.of_stored(samples.QWEN)
    assert found is not None
    assert found.my_span == Span(0, 10)
    assert fitter.of_stored(samples.OTHER_MODEL) is None  # its sizes are not known
