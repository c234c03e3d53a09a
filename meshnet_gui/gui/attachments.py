"""What is sent along with a question: text files and long pasted texts, each in a row that takes it out again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from meshnet_gui.archive.tree import Attachment
from meshnet_gui.concurrency.background import in_background
from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import number_text
from meshnet_gui.gui.bridge import Done
from meshnet_gui.gui.exchange import PASTED
from meshnet_gui.gui.format import error_text
from meshnet_gui.gui.text_files import read_text_file
from meshnet_gui.gui.translation import tr, tr_count
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, IconLabel, row

MAX_ATTACHMENTS = 8
MAX_MESSAGE_CHARS = 1_000_000
_SHOWN_ROWS = 3
Watch = Callable[[Future[Any], Done], None]


def attachment_text(attachment: Attachment) -> str:
    """What a row says of one: ``notes.txt · 1,234 characters``."""
    size = tr_count(len(attachment.text), "{num} character", "{num} characters")
    name = tr("Pasted text") if attachment.name == PASTED else attachment.name
    return tr("{name} · {size}", name=name, size=size)


class Attachments(QScrollArea):
    """The attachments of the message that is being written. ``changed`` after each change of them.

    ``refused`` carries why something was not attached; files are read by a thread that ``watch`` follows.
    """

    changed = Signal()
    refused = Signal(str)

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self.setObjectName("plain")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(tr("Attachments"))
        self._watch = watch
        self._num_reading = 0
        self._taken = 0
        self.items: tuple[Attachment, ...] = ()
        self.rows: list[_Row] = []
        inside = QWidget()
        inside.setObjectName("scrolled")
        self._rows = QVBoxLayout(inside)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(2)
        self._rows.addStretch(1)
        self.setWidget(inside)
        self.hide()

    @property
    def num_chars(self) -> int:
        return sum(len(each.text) for each in self.items)

    def show_items(self, items: Iterable[Attachment]) -> None:
        """These instead of those that are there; files that are still being read are not taken any more."""
        self._taken += 1
        self._num_reading = 0
        self._put(tuple(items))

    def add(self, attachment: Attachment, other_chars: int = 0) -> bool:
        """Takes one more, if a message of ``other_chars`` characters can hold it."""
        wrong = self._what_is_wrong(len(attachment.text) + other_chars)
        if wrong:
            self.refused.emit(wrong)
            return False
        self._put((*self.items, attachment))
        return True

    def read(self, paths: Sequence[Path]) -> None:
        """Attaches text files; each that cannot be is told by ``refused``."""
        room = MAX_ATTACHMENTS - len(self.items) - self._num_reading
        if len(paths) > room:
            self.refused.emit(_too_many())
        for path in paths[: max(0, room)]:
            self._num_reading += 1
            future = in_background(partial(read_text_file, path), "read-attachment")
            self._watch(future, partial(self._have_read, self._taken))

    def _have_read(self, taken: int, attachment: Attachment | None, error: MeshnetError | None) -> None:
        if taken != self._taken:  # meant for a message that is gone
            return
        self._num_reading -= 1
        if error is not None:
            self.refused.emit(error_text(error))
        elif attachment is not None:
            self.add(attachment)

    def _what_is_wrong(self, num_chars: int) -> str:
        if len(self.items) >= MAX_ATTACHMENTS:
            return _too_many()
        if num_chars + self.num_chars > MAX_MESSAGE_CHARS:
            return tr(
                "That is {num} characters; a message can hold {most}. Nothing was attached.",
                num=number_text(num_chars),
                most=number_text(MAX_MESSAGE_CHARS),
            )
        return ""

    def _put(self, items: tuple[Attachment, ...]) -> None:
        self.items = items
        for line in self.rows:
            self._rows.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.rows = [_Row(each) for each in items]
        for index, line in enumerate(self.rows):
            line.remove.clicked.connect(partial(self._take_out, index))
            self._rows.insertWidget(index, line)
        self._fit()
        self.changed.emit()

    def _take_out(self, index: int) -> None:
        self._put((*self.items[:index], *self.items[index + 1 :]))
        if self.rows:
            self.rows[min(index, len(self.rows) - 1)].remove.setFocus()

    def _fit(self) -> None:
        self.setVisible(bool(self.rows))
        height = self.rows[0].sizeHint().height() + self._rows.spacing() if self.rows else 0
        self.setFixedHeight(height * min(len(self.rows), _SHOWN_ROWS))


class _Row(QWidget):
    def __init__(self, attachment: Attachment) -> None:
        super().__init__()
        text = attachment_text(attachment)
        self.label = ElidedLabel(text, "muted")
        self.remove = IconButton("close", tr("Remove the attachment {name}", name=text))
        line = row(IconLabel("clip", "accent"), self.label, self.remove)
        line.setStretch(1, 1)
        self.setLayout(line)


def _too_many() -> str:
    return tr("A message can have {num} attachments.", num=MAX_ATTACHMENTS)
