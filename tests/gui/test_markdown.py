from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCursor, QTextDocument, QTextFormat, QTextTable
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.markdown import TextBlock, link_allowed
from meshnet_gui.gui.theme import colors_of


@pytest.fixture
def block(qtbot: QtBot) -> TextBlock:
    block = TextBlock("Answer")
    qtbot.addWidget(block)
    block.resize(600, 100)
    return block


def formats(document: QTextDocument) -> list[QTextFormat]:
    return list(document.allFormats())


def anchors(block: TextBlock) -> list[str]:
    found, each = [], block.document().begin()
    while each.isValid():
        iterator = each.begin()
        while not iterator.atEnd():
            look = iterator.fragment().charFormat()
            found += [look.anchorHref()] if look.anchorHref() else []
            iterator += 1
        each = each.next()
    return found


def test_raw_html_is_text_and_swallows_nothing(block: TextBlock) -> None:
    block.show_markdown("before <b>bold</b> <script>alert(1)</script>\n\n<div>\n\nafter")
    text = block.toPlainText()
    assert "<b>bold</b>" in text
    assert "<script>" in text
    assert text.rstrip().endswith("after")


def test_pictures_become_words_and_nothing_is_asked_for(block: TextBlock, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(TextBlock, "loadResource", lambda self, kind, name: asked.append(name))
    block.show_markdown("a ![map](http://evil.example/x.png) b ![](file:///etc/passwd) c")
    block.grab()
    assert "[picture: map]" in block.toPlainText()
    assert block.toPlainText().endswith("c")
    assert asked == []
    assert not any(look.isImageFormat() for look in formats(block.document()) if "￼" in block.toPlainText())


def test_no_resource_is_ever_loaded(block: TextBlock) -> None:
    assert block.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl("http://x/y.png")) is None


@pytest.mark.parametrize(
    "scheme", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "meshnet:x", "//x/y"]
)
def test_forbidden_links_are_plain_text(block: TextBlock, scheme: str) -> None:
    block.show_markdown(f"see [this]({scheme}) and [that](https://example.org)")
    assert anchors(block) == ["https://example.org"]
    assert block.toPlainText() == "see this and that"


def test_a_link_opens_only_when_clicked_and_only_if_allowed(block: TextBlock, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    block.show_markdown("[a](https://example.org)")
    assert opened == []
    for url in ("https://example.org", "file:///etc/passwd", "javascript:1"):
        block.anchorClicked.emit(QUrl(url))
    assert opened == ["https://example.org"]


def test_the_allow_list() -> None:
    assert link_allowed(QUrl("HTTPS://example.org"))
    assert link_allowed(QUrl("mailto:a@example.org"))
    assert not link_allowed(QUrl(""))
    assert not link_allowed(QUrl("ftp://example.org"))


def test_the_lines_of_a_verse_stay_lines_and_lists_stay_lists(block: TextBlock) -> None:
    block.show_markdown("The sea is *wide*\nand so am I\n\n- one\n- two\n\n1. first\n2. second")
    lines = block.toPlainText().splitlines()
    assert lines[:2] == ["The sea is wide", "and so am I"]
    assert [line for line in lines[2:] if line] == ["one", "two", "first", "second"]


def test_code_is_kept_as_it_is(block: TextBlock) -> None:
    block.show_markdown("```rust\nlet v = vec![1, 2];\n\n# no title\n```\nafter")
    assert "let v = vec![1, 2];\n\n# no title" in block.toPlainText()


TABLE = "words\n\n| a | b |\n|---|--:|\n| one | 1 |\n\nmore\n"


def test_a_table_has_thin_lines_and_a_tinted_head_in_the_colours_of_the_theme(block: TextBlock) -> None:
    block.show_markdown(TABLE)
    table = table_of(block)
    assert (table.rows(), table.columns()) == (2, 2)
    assert table.format().borderCollapse()
    assert table.format().borderBrush().color().name() == colors_of(block).border
    assert table.cellAt(0, 1).format().background().color().name() == colors_of(block).code
    assert table.cellAt(1, 1).format().background().style() == Qt.BrushStyle.NoBrush


def test_a_wide_table_stays_on_the_page(block: TextBlock) -> None:
    words = "several words in a cell that would be longer than the page "
    block.show_markdown(f"| a | b | c |\n|---|---|---|\n| {words * 3} | {words} | {words} |\n")
    assert block.document().documentLayout().documentSize().width() <= block.viewport().width()


def table_of(block: TextBlock) -> QTextTable:
    cursor = QTextCursor(block.document())
    while cursor.currentTable() is None:
        assert cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
    return cursor.currentTable()


def test_the_block_is_as_high_as_its_text(block: TextBlock, qtbot: QtBot) -> None:
    block.show()
    block.show_markdown("one line")
    low = block.height()
    block.show_markdown("\n\n".join(["a paragraph"] * 30))
    assert block.height() > 10 * low


def test_marked_text_stays_marked_while_the_answer_grows(block: TextBlock) -> None:
    block.show_markdown("hello **world**")
    block.selectAll()
    block.show_markdown("hello **world**, more")
    assert block.textCursor().selectedText() == "hello world"
    assert block.toPlainText() == "hello world, more"
    block.show_markdown("he")
    assert block.textCursor().selectedText() == "he"


def test_one_long_line_is_laid_out_at_once(block: TextBlock) -> None:
    block.show()
    started = time.perf_counter()
    block.show_markdown("z" * 8_000)
    block.grab()
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    "source",
    ["[a](http://b) " * 500, "![a](b) " * 900, "- " * 3_900 + "x", "1. " * 2_600 + "x", "`a` " * 1_900],
    ids=["links", "pictures", "lists in lists", "numbered lists in lists", "code spans"],
)
def test_a_section_made_to_hurt_is_laid_out_a_few_times_only(qtbot: QtBot, source: str) -> None:
    block = TextBlock("Answer")
    qtbot.addWidget(block)
    layouts: list[int] = []
    block.document().contentsChange.connect(lambda start, gone, come: layouts.append(start))
    block.resize(600, 100)
    block.show_markdown(source)
    assert len(layouts) < 40
    assert block.toPlainText()
