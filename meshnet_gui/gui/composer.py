"""Where a message is written: the field, what is attached, and the buttons under them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.archive.tree import Attachment
from meshnet_gui.gui.amounts import number_text
from meshnet_gui.gui.attachments import MAX_MESSAGE_CHARS, Attachments, Watch
from meshnet_gui.gui.context_meter import ContextMeter, ContextUse, warning_text
from meshnet_gui.gui.exchange import PASTED, sent_text
from meshnet_gui.gui.prompt_edit import PromptEdit, is_too_long_to_show
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, IconLabel, PlainLabel, plain_tooltip, restyle, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed

_MEANT_STOP_S = 0.4
Content = tuple[str, tuple[Attachment, ...]]


class Composer(QFrame):
    """The rounded box at the bottom of the chat. ``sent`` carries what was written, and a tuple of attachments.

    While ``is_editing``, the content is an earlier question; ``edit_ended`` when it was given up. What had been written
    before comes back after it.
    """

    sent = Signal(str, object)
    stop_requested = Signal()
    changed = Signal()
    edit_ended = Signal()

    def __init__(self, watch: Watch, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.setObjectName("composer")
        self._clock = clock
        self._ended_at = -_MEANT_STOP_S
        self.edit = PromptEdit()
        self.attachments = Attachments(watch)
        self.options = IconButton("sliders", tr("Answer options"), tr("Options"))
        self.options.setCheckable(True)
        self.new_chat = IconButton("plus", tr("New chat (Ctrl+N)"), tr("New chat"))
        self.attach = IconButton("clip", tr("Attach text files"))
        self.context = ElidedLabel("", "caption")
        self.meter = ContextMeter()
        self.send = IconButton("send", tr("Send (Enter)"), kind="primary")
        self.stop = IconButton("stop", tr("Stop the answer (Esc)"), tr("Stop"), kind="plain")
        at_each_zoom(self.send, lambda: self.send.setFixedSize(zoomed(44), zoomed(34)))
        self.stop.hide()
        self.editing_bar = _EditingBar()
        self._before_editing: Content | None = None
        self._blocked = ""
        self._running = False
        self._problem = PlainLabel("", "error", wrap=True)
        self._problem.hide()
        self._warning = PlainLabel("", "warn", wrap=True)
        self._warning.hide()
        self._lay_out()
        self._connect()
        self._refresh()

    @property
    def is_editing(self) -> bool:
        return self._before_editing is not None

    def set_state(self, running: bool, blocked: str) -> None:
        """``blocked`` says why nothing can be sent now; empty when it can."""
        if self._running and not running:
            self._ended_at = self._clock()
        self._running, self._blocked = running, blocked
        self._refresh()

    def show_use(self, use: ContextUse | None) -> None:
        """How full the context is with what is written here, None where nobody knows."""
        self.meter.show_use(use)
        warning = warning_text(use) if use else ""
        self._warning.setText(warning)
        self._warning.set_role("error" if use and use.is_refused else "warn")
        self._warning.setVisible(bool(warning))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Anywhere in the box means the field in it."""
        self.edit.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def set_text(self, text: str) -> None:
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def content(self) -> Content:
        """What is written, and what is attached."""
        return self.edit.toPlainText(), self.attachments.items

    def set_content(self, text: str, attachments: Sequence[Attachment] = ()) -> None:
        """Writes this in place of what is there; a text that is too long to show becomes an attachment."""
        is_long = is_too_long_to_show(text)
        self.attachments.show_items((Attachment(PASTED, text), *attachments) if is_long else attachments)
        self.set_text("" if is_long else text)
        self._say("")

    def begin_editing(self, text: str, attachments: Sequence[Attachment]) -> None:
        """Puts an earlier question here, to be sent again in other words."""
        self._before_editing = self._before_editing or self.content()
        self.set_content(text, attachments)
        self.editing_bar.show()
        self.edit.setFocus()

    def end_editing(self) -> None:
        """Gives the earlier question up, if one is being edited."""
        if self._before_editing is not None:
            self._restore()
            self.edit_ended.emit()

    def message(self) -> str:
        """What the model would be given: the written text, then what is attached."""
        text, attachments = self.content()
        return sent_text(text.strip(), attachments)

    def submit(self) -> None:
        """Sends the message if that is possible now; else nothing is lost."""
        if self._running or self._blocked or not self.message().strip():
            return
        text, attachments = self.content()
        if len(text) + self.attachments.num_chars > MAX_MESSAGE_CHARS:
            self._say(tr("A message can hold {most} characters.", most=number_text(MAX_MESSAGE_CHARS)))
            return
        self.sent.emit(text.strip(), attachments)
        if self.is_editing:
            self._restore()
        else:
            self.set_content("")
        self.edit.setFocus()

    def _restore(self) -> None:
        text, attachments = self._before_editing or ("", ())
        self._before_editing = None
        self.editing_bar.hide()
        self.set_content(text, attachments)

    def _click_send(self) -> None:
        """Send takes the place of Stop when an answer ends, and a click that comes right then was meant for Stop."""
        if self._clock() - self._ended_at >= _MEANT_STOP_S:
            self.submit()

    def _choose_files(self) -> None:
        dialog = QFileDialog(self, tr("Attach text files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(lambda names: self.read_files([Path(name) for name in names]))
        dialog.open()

    def read_files(self, paths: Sequence[Path]) -> None:
        """Attaches files that were chosen or dropped."""
        self._say("")
        self.attachments.read(paths)
        self.edit.setFocus()  # what is asked of them is typed next

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.options, self.new_chat, self.attach):
            buttons.addWidget(button)
        buttons.addWidget(self.context, 1)
        buttons.addWidget(self.meter)
        buttons.addWidget(self.stop)
        buttons.addWidget(self.send)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 10, 8)
        layout.setSpacing(6)
        above: tuple[QWidget, ...] = (self.editing_bar, self.attachments, self._problem, self._warning, self.edit)
        for widget in above:
            layout.addWidget(widget)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self.edit.submitted.connect(self.submit)
        self.edit.escaped.connect(self._escape)
        self.edit.oversized.connect(self._take_oversized)
        self.edit.files_given.connect(self.read_files)
        self.edit.textChanged.connect(self._content_changed)
        self.edit.focus_changed.connect(lambda on: restyle(self, "focused", "true" if on else "false"))
        self.attachments.changed.connect(self._content_changed)
        self.attachments.refused.connect(self._say)
        self.attach.clicked.connect(self._choose_files)
        self.editing_bar.cancel.clicked.connect(self.end_editing)
        self.send.clicked.connect(self._click_send)
        self.stop.clicked.connect(self.stop_requested)

    def _escape(self) -> None:
        if self._running or not self.is_editing:
            self.stop_requested.emit()
        else:
            self.end_editing()

    def _take_oversized(self, text: str) -> None:
        if self.attachments.add(Attachment(PASTED, text), len(self.edit.toPlainText())):
            self._say("")

    def _content_changed(self) -> None:
        self._refresh()
        self.changed.emit()

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _refresh(self) -> None:
        ready = bool(self.attachments.items or self.edit.toPlainText().strip())
        why = self._blocked or ("" if ready else tr("Write a message first"))
        self.send.setEnabled(not self._running and not why)
        self.send.setToolTip(plain_tooltip(why or tr("Send (Enter)")))
        self.send.setAccessibleDescription(why)
        self.send.setVisible(not self._running)
        self.stop.setVisible(self._running)


class _EditingBar(QWidget):
    """Says that the field holds an earlier question."""

    def __init__(self) -> None:
        super().__init__()
        text = PlainLabel(
            tr("You edit an earlier question. The chat goes on from there; what followed is kept."), "muted", wrap=True
        )
        self.cancel = QPushButton(tr("Cancel"))
        self.cancel.setAccessibleName(tr("Cancel editing (Esc)"))
        line = row(IconLabel("info", "accent"), text, self.cancel)
        line.setStretch(1, 1)
        self.setLayout(line)
        self.hide()
