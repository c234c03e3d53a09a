"""The field in which a message is written: it grows with its lines, and never lays out what would freeze the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit

from meshnet_gui.gui.exchange import tidy
from meshnet_gui.gui.translation import tr

INLINE_CHARS = 8_000
INLINE_LINE_CHARS = 2_000
_MAX_VISIBLE_LINES = 8


def is_too_long_to_show(text: str) -> bool:
    """Whether laying the text out would take long: one line's cost grows with the square of its length."""
    return len(text) > INLINE_CHARS or max(map(len, text.splitlines()), default=0) > INLINE_LINE_CHARS


def local_files(data: QMimeData) -> list[Path]:
    """The files that were dropped or pasted; those that lie elsewhere are left out."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class PromptEdit(QPlainTextEdit):
    """Enter submits, Shift+Enter breaks the line. A text too long to show is handed to ``oversized``, files to
    ``files_given``."""

    submitted = Signal()
    escaped = Signal()
    oversized = Signal(str)
    files_given = Signal(list)
    focus_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Message"))
        self.setPlaceholderText(tr("Write a message…"))
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.submitted.emit()
            return
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return bool(local_files(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        files = local_files(source)
        if files:
            self.files_given.emit(files)
            return
        text = tidy(source.text())
        if is_too_long_to_show(text):
            self.oversized.emit(text)
        elif text:
            self.insertPlainText(text)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def _fit(self) -> None:
        lines = max(1, int(self.document().size().height()))  # a plain document layout counts in lines
        shown = min(lines, _MAX_VISIBLE_LINES)
        self.setFixedHeight(shown * self.fontMetrics().lineSpacing() + 8)
        many = lines > _MAX_VISIBLE_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if many else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
