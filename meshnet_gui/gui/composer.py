"""Where a message is written: Enter sends, Shift+Enter breaks the line, a huge paste becomes an attachment."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from meshnet_gui.gui.format import count_text
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, IconLabel, PlainLabel, plain_tooltip, restyle

INLINE_PASTE_CHARS = 8_000
INLINE_LINE_CHARS = 2_000
MAX_MESSAGE_CHARS = 1_000_000
_MAX_VISIBLE_LINES = 8
_MEANT_STOP_S = 0.4


class PromptEdit(QPlainTextEdit):
    """A plain text field that grows with its lines. Text too long to lay out quickly is handed to ``oversized``."""

    submitted = Signal()
    escaped = Signal()
    oversized = Signal(str)
    focus_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Message")
        self.setPlaceholderText("Write a message…")
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

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        longest = max(map(len, text.splitlines()), default=0)
        if len(text) > INLINE_PASTE_CHARS or longest > INLINE_LINE_CHARS:
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


class Composer(QFrame):
    """The rounded box at the bottom of the chat. ``sent`` carries the whole message."""

    sent = Signal(str)
    stop_requested = Signal()

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.setObjectName("composer")
        self._clock = clock
        self._ended_at = -_MEANT_STOP_S
        self.edit = PromptEdit()
        self.options = IconButton("sliders", "Answer options", "Options")
        self.options.setCheckable(True)
        self.new_chat = IconButton("plus", "New chat (Ctrl+N)", "New chat")
        self.context = ElidedLabel("", "caption")
        self.send = IconButton("send", "Send (Enter)", kind="primary")
        self.stop = IconButton("stop", "Stop the answer (Esc)", "Stop", kind="plain")
        self.send.setFixedSize(44, 34)
        self.stop.hide()
        self._attached = ""
        self._blocked = ""
        self._running = False
        self._clip = _Attachment()
        self._clip.hide()
        self._problem = PlainLabel("", "error", wrap=True)
        self._problem.hide()
        self._lay_out()
        self._connect()
        self._refresh()

    def set_state(self, running: bool, blocked: str) -> None:
        """``blocked`` says why nothing can be sent now; empty when it can."""
        if self._running and not running:
            self._ended_at = self._clock()
        self._running, self._blocked = running, blocked
        self._refresh()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Anywhere in the box means the field in it."""
        self.edit.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def set_text(self, text: str) -> None:
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def message(self) -> str:
        """What would be sent: the written text, then the attached one."""
        return "\n\n".join(part for part in (self.edit.toPlainText().strip(), self._attached) if part)

    def submit(self) -> None:
        """Sends the message if that is possible now; else nothing is lost."""
        message = self.message()
        if not message.strip() or self._running or self._blocked:
            return
        self.edit.clear()
        self.edit.setFocus()
        self._attach("")
        self.sent.emit(message)

    def _click_send(self) -> None:
        """Send takes the place of Stop when an answer ends, and a click that comes right then was meant for Stop."""
        if self._clock() - self._ended_at >= _MEANT_STOP_S:
            self.submit()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.options)
        buttons.addWidget(self.new_chat)
        buttons.addWidget(self.context, 1)
        buttons.addWidget(self.stop)
        buttons.addWidget(self.send)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 10, 8)
        layout.setSpacing(6)
        for widget in (self._clip, self._problem, self.edit):
            layout.addWidget(widget)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self.edit.submitted.connect(self.submit)
        self.edit.escaped.connect(self.stop_requested)
        self.edit.oversized.connect(self._take_oversized)
        self.edit.textChanged.connect(self._refresh)
        self.edit.focus_changed.connect(lambda on: restyle(self, "focused", "true" if on else "false"))
        self.send.clicked.connect(self._click_send)
        self.stop.clicked.connect(self.stop_requested)
        self._clip.remove.clicked.connect(lambda: self._attach(""))

    def _take_oversized(self, text: str) -> None:
        whole = "\n\n".join(part for part in (self._attached, text) if part)
        if len(whole) > MAX_MESSAGE_CHARS:
            self._say(
                f"That is {len(text):,} characters; a message can hold {MAX_MESSAGE_CHARS:,}. Nothing was pasted."
            )
            return
        self._attach(whole)

    def _attach(self, text: str) -> None:
        self._attached = text
        self._clip.show_text(text)
        self._say("")
        self._refresh()

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _refresh(self) -> None:
        ready = bool(self._attached or self.edit.toPlainText().strip())
        why = self._blocked or ("" if ready else "Write a message first")
        self.send.setEnabled(not self._running and not why)
        self.send.setToolTip(plain_tooltip(why or "Send (Enter)"))
        self.send.setAccessibleDescription(why)
        self.send.setVisible(not self._running)
        self.stop.setVisible(self._running)


class _Attachment(QWidget):
    """A pasted text that is too long to show in the field."""

    def __init__(self) -> None:
        super().__init__()
        self._label = PlainLabel("", "muted")
        self.remove = IconButton("close", "Remove the pasted text")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(IconLabel("clip", "accent"))
        layout.addWidget(self._label, 1)
        layout.addWidget(self.remove)

    def show_text(self, text: str) -> None:
        self._label.setText(f"Pasted text · {count_text(len(text), 'character')}, sent with your message")
        self.setVisible(bool(text))
