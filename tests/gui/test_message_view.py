from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.archive.facts import facts_of
from meshnet_gui.archive.tree import Attachment
from meshnet_gui.gui.code_block import CodeBlock
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.markdown import TextBlock
from meshnet_gui.gui.message_view import AnswerView, QuestionView
from meshnet_gui.gui.parts_view import PartsView, ThoughtView
from meshnet_gui.gui.widgets import ElidedLabel
from meshnet_gui.types import HopTime
from tests.gui import samples


def answer(qtbot: QtBot, exchange: Exchange) -> AnswerView:
    view = AnswerView()
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.show()
    view.show_exchange(exchange)
    return view


def test_one_version_needs_no_switcher_and_several_lead_to_each_other(qtbot: QtBot) -> None:
    view = answer(qtbot, Exchange("Hi", answer="Hello", phase="done", result=samples.RESULT))
    assert not view.branches.isVisible()
    view.show_branches(2, 3)
    assert view.branches.place.text() == "2/3"
    with qtbot.waitSignal(view.earlier):
        view.branches.back.click()
    with qtbot.waitSignal(view.later):
        view.branches.forth.click()
    view.show_branches(3, 3)
    assert not view.branches.forth.isEnabled()
    view.set_changes_allowed(False)
    assert not view.branches.back.isEnabled()
    assert not view.again.isEnabled()


def test_a_question_can_be_edited_copied_and_switched(qtbot: QtBot) -> None:
    view = QuestionView("What <b>now</b>?")
    qtbot.addWidget(view)
    view.show()
    with qtbot.waitSignal(view.edit_requested):
        view.edit.click()
    view.copy.click()
    assert QGuiApplication.clipboard().text() == "What <b>now</b>?"
    assert view.text.toPlainText() == "What <b>now</b>?"
    view.show_branches(1, 2)
    with qtbot.waitSignal(view.later):
        view.branches.forth.click()
    view.set_changes_allowed(False)
    assert not view.edit.isEnabled()


def test_what_was_attached_is_listed_by_name_and_size(qtbot: QtBot) -> None:
    view = QuestionView("", [Attachment("notes\u202e.txt", "x" * 2_000)])
    qtbot.addWidget(view)
    view.show()
    labels = [label.full_text for label in view.findChildren(ElidedLabel)]
    assert any("notes .txt (2" in text for text in labels)


def test_an_answer_can_be_made_anew_once_it_is_done(qtbot: QtBot) -> None:
    view = answer(qtbot, Exchange("Hi", answer="Hel", phase="writing"))
    assert not view.again.isVisible()
    view.show_exchange(Exchange("Hi", answer="Hello", phase="done", result=samples.RESULT))
    with qtbot.waitSignal(view.regenerate):
        view.again.click()


def test_the_share_of_each_hop_is_drawn_and_told(qtbot: QtBot) -> None:
    first, second = samples.ROUTE.hops
    result = replace(samples.RESULT, hop_times=(HopTime(first, 3.0), HopTime(second, 1.0)))
    view = answer(qtbot, Exchange("Hi", answer="Hello", phase="done", facts=facts_of(result)))
    assert view._facts.bar.isVisible()
    assert view._facts.bar.shares == (0.75, 0.25)
    assert "127.0.0.1:51001 [0-15]: 3.0 s, 75 %" in view._facts.bar.accessibleDescription()
    assert not view._facts.bar.grab().isNull()
    view.show_exchange(Exchange("Hi", answer="Hello", phase="done", result=samples.RESULT))
    assert not view._facts.bar.isVisible()


def test_code_lies_in_a_block_of_its_own_that_can_be_copied_and_gets_its_colours(qtbot: QtBot) -> None:
    view = answer(qtbot, Exchange("Hi", answer="See:\n\n```python\ndef f():\n    return 1\n", phase="writing"))
    view.show_exchange(Exchange("Hi", answer="See:\n\n```python\ndef f():\n    return 1\n```\nDone.", phase="done"))
    block = view.findChild(CodeBlock)
    assert block is not None
    block.copy.click()
    assert QGuiApplication.clipboard().text() == "def f():\n    return 1\n"
    first = block.edit.document().firstBlock()
    qtbot.waitUntil(lambda: bool(first.layout().formats()), timeout=5000)


def test_code_in_an_unknown_language_stays_plain(qtbot: QtBot) -> None:
    view = answer(qtbot, Exchange("Hi", answer="```<b>nonsense</b>\nx\n```\n", phase="done"))
    block = view.findChild(CodeBlock)
    assert block is not None
    qtbot.waitUntil(lambda: not block._colouring.is_waiting, timeout=5000)
    assert block.edit.toPlainText() == "x"


def test_thoughts_are_folded_also_while_they_are_written(qtbot: QtBot) -> None:
    view = answer(qtbot, Exchange("Hi", answer="<think>\nFirst I", phase="writing"))
    thought = view.findChild(ThoughtView)
    assert thought is not None
    assert thought.button.text() == "Thinking…"
    assert not thought.text.isVisible()
    view.show_exchange(Exchange("Hi", answer="<think>\nFirst I ask.\n</think>\n\nHello", phase="done"))
    thought.button.click()
    assert thought.text.toPlainText() == "First I ask."
    assert thought.button.text() == "Thoughts"


def test_formulas_are_shown_as_their_source(qtbot: QtBot) -> None:
    view = answer(qtbot, Exchange("Hi", answer=r"So \(a_1 * b_2 * c_3\) holds.", phase="done"))
    section = view.sections[0]
    assert isinstance(section, TextBlock)
    assert section.toPlainText() == r"So \(a_1 * b_2 * c_3\) holds."


def test_the_raw_view_shows_an_answer_as_it_came(qtbot: QtBot) -> None:
    source = "# Title\n\n**bold** <b>\n```py\nx\n```\n"
    view = answer(qtbot, Exchange("Hi", answer=source, phase="done"))
    view.raw.click()
    section = view.sections[0]
    assert isinstance(section, TextBlock)
    assert section.toPlainText() == source
    view.raw.click()
    assert len(view.sections) == 2


def test_an_answer_of_thousands_of_parts_comes_in_turns_and_all_of_it_comes(qtbot: QtBot) -> None:
    view = PartsView()
    qtbot.addWidget(view)
    view.show_text("```\nx\n```\n" * 150, complete=True)
    assert 0 < len(view.sections) < 150
    qtbot.waitUntil(lambda: len(view.sections) == 150)
    view.set_raw(True)
    assert "".join(section.toPlainText() for section in view.sections if isinstance(section, TextBlock))
