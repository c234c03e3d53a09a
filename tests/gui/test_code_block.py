from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.code_block import CodeBlock
from meshnet_gui.gui.parts_view import PartsView


@pytest.fixture
def block(qtbot: QtBot) -> CodeBlock:
    made = CodeBlock("text")
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


def test_only_a_line_that_is_too_long_takes_room_for_a_scroll_bar(qtbot: QtBot, block: CodeBlock) -> None:
    block.show_code("ab\ncd\n", complete=True)
    without = block.edit.height()
    block.show_code("ab\n" + "cd" * 200 + "\n", complete=True)
    qtbot.waitUntil(lambda: block.edit.height() > without)
    block.show_code("ab\ncd\n", complete=True)
    qtbot.waitUntil(lambda: block.edit.height() == without)


def test_no_line_is_hidden_below_the_edge(block: CodeBlock) -> None:
    block.show_code("one\n" * 50 + "last 中文 😀 ก็", complete=False)
    block.show_code("one\n" * 50 + "last 中文 😀 ก็", complete=True)
    assert block.edit.verticalScrollBar().maximum() == 0
    last = block.edit.document().lastBlock()
    rect = block.edit.blockBoundingGeometry(last).translated(block.edit.contentOffset())
    assert rect.bottom() <= block.edit.viewport().height()


def test_a_larger_font_makes_a_block_taller(qtbot: QtBot, block: CodeBlock) -> None:
    block.show_code("one\ntwo\nthree\n", complete=True)
    before, font = block.edit.height(), block.edit.font()
    font.setPointSizeF(2 * font.pointSizeF())
    block.edit.setFont(font)
    qtbot.waitUntil(lambda: block.edit.height() > 1.5 * before)


def test_what_is_copied_is_the_code_as_it_came(block: CodeBlock) -> None:
    source = "x = '" + "y" * 5_000 + "'\n\tz\n"
    block.show_code(source, complete=True)
    block.copy.click()
    assert QGuiApplication.clipboard().text() == source


def test_code_that_is_too_long_for_one_block_is_copied_whole_from_its_only_head(qtbot: QtBot) -> None:
    code = "x = 1\n" * 1_500
    view = PartsView()
    qtbot.addWidget(view)
    view.show()
    view.show_text(f"```python\n{code}```\n", complete=True)
    qtbot.waitUntil(lambda: len(view.sections) == 2, timeout=5000)
    first, second = view.findChildren(CodeBlock)
    qtbot.waitUntil(lambda: first.copy.isVisible() and second.edit.isVisible(), timeout=5000)
    assert not second.copy.isVisible()
    first.copy.click()
    assert QGuiApplication.clipboard().text() == code
    assert first.source + second.source == code
