"""The licences of everything inside, as a text of several megabytes that comes in while it can be read."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from PySide6.QtGui import QFontDatabase, QHideEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QPushButton, QWidget

from meshnet_gui.gui.dialog_column import lay_out_dialog
from meshnet_gui.gui.reading_order import OrderedDialog
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.turns import Turns
from meshnet_gui.gui.zoom import zoomed_size

PIECE_CHARS = 16_384


class LicencesDialog(OrderedDialog):
    """Reads a piece each turn while it is open; closed before the end, it goes on when it is opened again."""

    def __init__(self, source: Traversable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setWindowTitle(tr("Licences"))
        self.resize(zoomed_size(860, 640))
        self._source = source
        self._num_bytes = 0
        self._is_whole = False
        self.search = QLineEdit()
        self.text = QPlainTextEdit()
        self.told = Told()
        self.leave = QPushButton(tr("Close"))
        self._filling = Turns(self, self._read_on)
        self._lay_out()
        self.search.returnPressed.connect(self._find)
        self.leave.clicked.connect(self.accept)

    @classmethod
    def over(cls, owner: QWidget, source: Traversable) -> LicencesDialog:
        """The one over this window, made where there is none yet, in front of it."""
        dialog = owner.findChild(cls) or cls(source, owner)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        return dialog

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.text.setFocus()  # the arrow keys scroll it
        self._filling.wait()

    def hideEvent(self, event: QHideEvent) -> None:
        self._filling.stop()
        super().hideEvent(event)

    def _read_on(self) -> bool:
        """One more piece; False where that was the last."""
        if self._is_whole:
            return False
        try:
            piece = self._next_piece()
        except OSError as exc:
            self.told.tell(tr("The licences cannot be read: {reason}", reason=exc.strerror or exc), "error-caption")
            return False
        end = QTextCursor(self.text.document())
        end.movePosition(QTextCursor.MoveOperation.End)
        end.insertText(piece.decode(errors="replace"))
        self._num_bytes += len(piece)
        return not self._is_whole

    def _next_piece(self) -> bytes:
        """Whole lines, so that no letter is torn apart."""
        with self._source.open("rb") as stream:
            stream.seek(self._num_bytes)
            piece: bytes = stream.read(PIECE_CHARS)
            piece += stream.readline() if len(piece) == PIECE_CHARS else b""
        self._is_whole = len(piece) < PIECE_CHARS
        return piece

    def _find(self) -> None:
        """The next place with what was typed, from the top again after the last one."""
        words = self.search.text()
        found = self.text.find(words)
        if not found:
            self.text.moveCursor(QTextCursor.MoveOperation.Start)
            found = self.text.find(words)
        self.told.tell("" if found or not words else tr("These words are in no licence."))

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(tr("Find in the licences"))
        self.search.setAccessibleName(tr("Find in the licences"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaxLength(100)
        self.text.setObjectName("log")
        self.text.setReadOnly(True)
        self.text.setUndoRedoEnabled(False)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(tr("Licences"))
        self.text.setTabChangesFocus(True)
        lay_out_dialog(self, self.text, (1, self.leave), head=self.search, said=(self.told,))
