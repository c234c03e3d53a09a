"""Untrusted Markdown on screen: no HTML, no pictures, links only to http, https and mailto and only when clicked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QEvent, QSize, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QFont,
    QFontDatabase,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextTable,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QTextBrowser, QWidget

from meshnet_gui.gui.theme import Colors, colors_of
from meshnet_gui.gui.translation import tr

_LINK_SCHEMES = ("http", "https", "mailto")
_TOO_DEEP = re.compile(r"^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+){40}", re.MULTILINE)
_BARE_BREAK = re.compile(r"(?<=[^\s|\\])\n(?=[^\W\d_])")
_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


def with_lines_kept(source: str) -> str:
    """The same with each line of a verse or an address on a line of its own, which Markdown would join.

    What begins like a list, a table, a quote or a heading is left to Markdown.
    """
    return _BARE_BREAK.sub("  \n", source)


def link_allowed(url: QUrl) -> bool:
    """Whether a click on ``url`` may leave the app."""
    return url.isValid() and url.scheme().lower() in _LINK_SCHEMES


class TextBlock(QTextBrowser):
    """Read-only text that is as high as its content. Nothing is ever loaded for it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._open)
        self._source = ""
        self._is_markdown = False
        self._drawn_in: Colors | None = None

    def show_plain(self, text: str) -> None:
        self._source, self._is_markdown = text, False
        with _laid_out_once(self.document()):
            self.setPlainText(text)
            _set_line_height(self.document())

    def show_markdown(self, source: str) -> None:
        """Draws the source again unless it is the same; what the reader has marked stays marked.

        Lists in lists without end are shown as plain text: each level takes Qt longer than the one before.
        """
        if self._is_markdown and source == self._source:
            return
        self._source, self._is_markdown = source, True
        anchor, position = self.textCursor().anchor(), self.textCursor().position()
        self._render()
        if anchor != position:
            self._mark(anchor, position)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        return None

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 10)

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._drawn_in not in (None, colors_of(self)):
            self._render()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit(self.document().size())

    def _render(self) -> None:
        self._drawn_in = colors_of(self)
        if _TOO_DEEP.search(self._source):
            self.setPlainText(self._source)
            return
        with _laid_out_once(self.document()):
            self.document().setMarkdown(with_lines_kept(self._source), _FEATURES)
            at_once = QTextCursor(self.document())
            at_once.beginEditBlock()
            dress(self.document(), self._drawn_in)
            at_once.endEditBlock()

    def _mark(self, anchor: int, position: int) -> None:
        last = self.document().characterCount() - 1
        cursor = self.textCursor()
        cursor.setPosition(min(anchor, last))
        cursor.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def _fit(self, size: QSizeF) -> None:
        self.setFixedHeight(max(1, round(size.height() + 0.5)))

    def _open(self, url: QUrl) -> None:
        if link_allowed(url):
            QDesktopServices.openUrl(url)


def dress(document: QTextDocument, colors: Colors) -> None:
    """Gives a rendered document its look, turns pictures into words and forbidden links into plain text."""
    _set_line_height(document)
    document.setIndentWidth(24)
    block = document.begin()
    code: list[tuple[int, int]] = []
    while block.isValid():
        _dress_spans(block, colors)
        table = document.frameAt(block.position())
        if isinstance(table, QTextTable) and block.position() == table.firstPosition():
            _dress_table(table, colors)
        if block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence):
            _loosen(block)
            joined = bool(code) and code[-1][1] == block.position()
            start = code.pop()[0] if joined else block.position()
            code.append((start, block.position() + block.length()))
        block = block.next()
    for start, end in reversed(code):
        _frame_code(document, start, end - 1, colors)


@contextmanager
def _laid_out_once(document: QTextDocument) -> Iterator[None]:
    """Else each change of it lays its whole paragraph out again."""
    document.setLayoutEnabled(False)
    try:
        yield
    finally:
        document.setLayoutEnabled(True)


def _dress_table(table: QTextTable, colors: Colors) -> None:
    """Thin lines, room around the words, a tinted head; as wide as it needs, and never wider than the page."""
    look = table.format().toTableFormat()
    look.setBorderCollapse(True)
    look.setBorder(1)
    look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    look.setBorderBrush(QColor(colors.border))
    look.setCellPadding(5)
    look.setCellSpacing(0)
    look.setTopMargin(4)
    look.setBottomMargin(8)
    table.setFormat(look)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        shape = cell.format().toTableCellFormat()
        shape.setBackground(QColor(colors.code))
        cell.setFormat(shape)


def _set_line_height(document: QTextDocument) -> None:
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    look = QTextBlockFormat()
    look.setLineHeight(125, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    cursor.mergeBlockFormat(look)


def _loosen(block: QTextBlock) -> None:
    """Lets a long line of code wrap, since nothing scrolls sideways here."""
    look = QTextBlockFormat()
    look.setNonBreakableLines(False)
    QTextCursor(block).mergeBlockFormat(look)


def _frame_code(document: QTextDocument, start: int, end: int, colors: Colors) -> None:
    """Puts the lines of one code block into a tinted box."""
    look = QTextFrameFormat()
    look.setBackground(QColor(colors.code))
    look.setPadding(10)
    look.setTopMargin(6)
    look.setBottomMargin(6)
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    frame = cursor.insertFrame(look)
    for position in (frame.firstPosition() - 1, frame.lastPosition() + 1):
        _flatten_if_empty(document.findBlock(position))


def _flatten_if_empty(block: QTextBlock) -> None:
    """Qt keeps an empty paragraph beside a frame; it should take no room."""
    if block.isValid() and block.length() <= 1:
        look = QTextBlockFormat()
        look.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        look.setTopMargin(0)
        look.setBottomMargin(0)
        QTextCursor(block).mergeBlockFormat(look)


def _dress_spans(block: QTextBlock, colors: Colors) -> None:
    """Works backwards, so that replacing one span leaves the positions of the others alone."""
    spans = []
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        look = fragment.charFormat()
        if look.isImageFormat() or look.anchorHref() or look.isAnchor() or look.fontFamilies() or look.fontFixedPitch():
            spans.append((fragment.position(), fragment.length(), look))
        iterator += 1
    for start, length, look in reversed(spans):
        cursor = QTextCursor(block)
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        if look.isImageFormat():
            words = str(look.property(QTextFormat.Property.ImageAltText) or "")
            cursor.insertText(tr("[picture: {words}]", words=words) if words else tr("[picture]"), QTextCharFormat())
        elif look.isAnchor() or look.anchorHref():
            _dress_link(cursor, look, colors)
        else:
            cursor.mergeCharFormat(_code_look(colors))


def _code_look(colors: Colors) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setFontFamilies([QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()])
    look.setFontStyleHint(QFont.StyleHint.Monospace)
    look.setBackground(QColor(colors.code))
    return look


def _dress_link(cursor: QTextCursor, look: QTextCharFormat, colors: Colors) -> None:
    if link_allowed(QUrl(look.anchorHref())):
        shown = QTextCharFormat()
        shown.setForeground(QColor(colors.link))
        shown.setToolTip("")
        cursor.mergeCharFormat(shown)
    else:
        cursor.setCharFormat(QTextCharFormat())
