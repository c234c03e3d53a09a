"""A block of code: its language, a button that copies it, and its text in colours that come a few at a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import shiboken6
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QTextCharFormat, QTextLayout, QWheelEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from meshnet_gui.gui.answer_parts import LATEX
from meshnet_gui.gui.theme import Colors, colors_of
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.turns import Turns
from meshnet_gui.gui.widgets import IconButton, PlainLabel, row

MAX_COLOURED_CHARS = 64_000
_LINE_CHARS = 2_000
_TURN_S = 0.004


class CodeBlock(QFrame):
    """``show_code`` as often as the code grows; colours follow once it is complete.

    Its button copies what ``whole`` gives, which may be more than this block shows: long code lies in several, of which
    those that go on with it (``is_more``) have no head.
    """

    def __init__(self, language: str, whole: Callable[[], str] | None = None, *, is_more: bool = False) -> None:
        super().__init__()
        self.source = ""
        self._whole = whole or (lambda: self.source)
        self._is_complete = False
        self._language = "latex" if language == LATEX else language
        self._tokens: Iterator[tuple[int, object, str]] | None = None
        self.setProperty("card", "inner")
        self.copy = IconButton("copy", tr("Copy code"), kind="bare")
        self.copy.clicked.connect(self._copy)
        self.edit = _CodeEdit()
        printable = "".join(c if c.isprintable() else " " for c in language[:40])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 6, 8)
        layout.setSpacing(2)
        head = QWidget()
        head.setLayout(row(PlainLabel(printable or tr("Code"), "caption"), 1, self.copy))
        layout.addWidget(head)
        head.setVisible(not is_more)
        layout.addWidget(self.edit)
        self._colouring = Turns(self, self._colour_next, _TURN_S, minor=True)

    def show_code(self, source: str, *, complete: bool) -> None:
        if source != self.source:
            shown, wanted = _broken(self.source), _broken(source)
            if shown and wanted.startswith(shown):
                cursor = self.edit.textCursor()
                cursor.movePosition(cursor.MoveOperation.End)
                cursor.insertText(wanted[len(shown) :])
            else:
                self.edit.setPlainText(wanted)
            self.source = source
            self.edit.fit()
        if complete and not self._is_complete:
            self.edit.fit(exactly=True)
        self._is_complete = complete
        if complete and self._tokens is None and self._language and len(source) <= MAX_COLOURED_CHARS:
            self._colour()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._tokens is not None:
            self._colour()

    def _colour(self) -> None:
        self._tokens = _tokens_of(self._language, self.edit.toPlainText())
        self._colouring.wait()

    def _colour_next(self) -> bool:
        found = next(self._tokens, None) if self._tokens is not None else None
        if found is None or not shiboken6.isValid(self):  # the first look for a language's lexer takes a while
            return False
        color = color_of(str(found[1]), colors_of(self))
        if color:
            self.edit.paint(found[0], found[2], color)
        return True

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._whole())
        self.copy.set_icon("check")
        QTimer.singleShot(1_500, self.copy, lambda: self.copy.set_icon("copy"))


class _CodeEdit(QPlainTextEdit):
    """As high as its lines; the wheel goes to the page."""

    def __init__(self) -> None:
        super().__init__()
        self._lines_height = 0
        self.setReadOnly(True)
        self.setAccessibleName(tr("Code"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("background: transparent; border: none;")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        fixed = QFont()  # its family only, so that the size follows the window's
        fixed.setFamilies([QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()])
        fixed.setStyleHint(QFont.StyleHint.Monospace)
        self.setFont(fixed)
        self.document().setDocumentMargin(0)
        self.horizontalScrollBar().rangeChanged.connect(self._make_room_for_the_bar)

    def fit(self, *, exactly: bool = False) -> None:
        """Takes the height that its lines should have, or ``exactly`` the one that they have: some scripts are taller.

        ``exactly`` lays out all that is there, so it is for code that no longer grows.
        """
        document = self.document()
        self._lines_height = document.blockCount() * self.fontMetrics().lineSpacing()
        if exactly:
            block, height = document.begin(), 0.0
            while block.isValid():
                height += self.blockBoundingRect(block).height()
                block = block.next()
            self._lines_height = max(self._lines_height, math.ceil(height))
        self._make_room_for_the_bar()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._lines_height:
            self.fit(exactly=True)

    def _make_room_for_the_bar(self) -> None:
        bar = self.horizontalScrollBar()
        self.setFixedHeight(self._lines_height + 4 + (bar.sizeHint().height() if bar.maximum() else 0))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paint(self, start: int, text: str, color: str) -> None:
        """Colours a token, which may go over several lines, without changing the document."""
        look = QTextCharFormat()
        look.setForeground(QColor(color))
        block = self.document().findBlock(start)
        end = start + len(text)
        while block.isValid() and block.position() < end:
            span = QTextLayout.FormatRange()
            span.start = max(0, start - block.position())
            span.length = min(end - block.position(), block.length() - 1) - span.start
            span.format = look
            if span.length > 0:
                block.layout().setFormats([*block.layout().formats(), span])
                self.document().markContentsDirty(block.position(), block.length())
            block = block.next()


def color_of(token: str, colors: Colors) -> str:
    """The colour for a kind of token; "" for ordinary text."""
    kinds = {
        "Token.Comment": colors.muted,
        "Token.Keyword": colors.accent_ink,
        "Token.Literal.String": colors.ok,
        "Token.Literal.Number": colors.warn,
        "Token.Name.Function": colors.link,
        "Token.Name.Class": colors.link,
        "Token.Name.Builtin": colors.link,
        "Token.Name.Tag": colors.accent_ink,
    }
    return next((color for kind, color in kinds.items() if token.startswith(kind)), "")


def _tokens_of(language: str, text: str) -> Iterator[tuple[int, object, str]]:
    """Lazily, since a lexer takes longer than the window may wait; nothing for a language that nobody knows."""
    from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
    from pygments.util import ClassNotFound  # type: ignore[import-untyped]

    try:
        lexer = get_lexer_by_name(language.split()[0].lower())
    except (ClassNotFound, IndexError):
        return
    yield from lexer.get_tokens_unprocessed(text)


def _broken(source: str) -> str:
    """Very long lines in pieces, since one of them alone would be laid out for seconds."""
    source = source.rstrip("\n")
    if len(source) <= _LINE_CHARS:
        return source
    lines = (line[at : at + _LINE_CHARS] for line in source.split("\n") for at in range(0, len(line) or 1, _LINE_CHARS))
    return "\n".join(lines)
