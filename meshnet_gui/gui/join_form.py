"""Two ways into a swarm: start one, or join with an invite that is pasted, dropped or read from a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QImage, QKeyEvent, QTextOption
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.flow import Flow
from meshnet_gui.gui.format import error_text
from meshnet_gui.gui.qr_view import FORMATS, text_in_file, text_in_image
from meshnet_gui.gui.translation import mark, tr, tr_marked
from meshnet_gui.gui.widgets import IconButton, PlainLabel, of_lines, restyle, row
from meshnet_gui.runtime.commands import Commands

MAX_INVITE_CHARS = 4_096
_START = mark(
    "For you and people whom you trust. It works at once, with this computer alone, and grows as others join."
)
_JOIN = mark("Somebody in the swarm gives it to you: a line of text, or a picture with a QR code.")
_NO_NAME = mark("Give it a name, so that you can tell your swarms apart.")
_NO_INVITE = mark("Paste the invite first, or choose a picture of it.")


class InviteEdit(QPlainTextEdit):
    """A field for one invite. A picture that is pasted or dropped is read for the code in it."""

    pictured = Signal(str)
    refused = Signal(str)
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("prompt_setting")
        self.setAccessibleName(tr("Invite"))
        self.setPlaceholderText(tr("Paste the invite here, or drop a picture of it"))
        of_lines(self, 3)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return is_readable(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.take(source)

    def take(self, source: QMimeData) -> None:
        """Takes up what was pasted or dropped: a picture's code, or the text."""
        try:
            code = code_in(source)
        except ValueError as exc:
            self.refused.emit(str(exc))
            return
        if code:
            self.pictured.emit(code)
        elif source.hasText():
            self.setPlainText(source.text()[:MAX_INVITE_CHARS].strip())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class JoinForm(QWidget):
    """``done`` follows a swarm that was started or joined. What was typed is forgotten then, and when it is hidden."""

    done = Signal()

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self._commands = commands
        self._bridge = bridge
        self.name = QLineEdit()
        self.name.setPlaceholderText(tr("Our house"))
        self.name.setAccessibleName(tr("Name of the new swarm"))
        self.name.setMaxLength(40)
        self.start = IconButton("plus", tr("Start a swarm"), tr("Start"), kind="primary")
        self.invite = InviteEdit()
        self.picture = IconButton("folder", tr("Choose a picture of the invite"), tr("Choose a picture…"), kind="plain")
        self.join = IconButton("check", tr("Join with this invite"), tr("Join"), kind="primary")
        self.name_problem = PlainLabel("", "error", wrap=True)
        self.invite_problem = PlainLabel("", "error", wrap=True)
        self._lay_out()
        self._connect()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._forget()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if is_readable(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.invite.take(event.mimeData())

    def read_picture(self, path: Path) -> None:
        """Joins by the code in a picture file."""
        try:
            self._join_by(text_in_file(path))
        except ValueError as exc:
            self._tell_invite(str(exc))

    def _begin(self) -> None:
        name = self.name.text().strip()
        if not name:
            self._tell_name(tr_marked(_NO_NAME))
            return
        self._wait(True)
        began = self._commands.create_swarm(name)
        self._bridge.watch(began, lambda _, error: self._ended(error, self._tell_name, self.name))

    def _join(self) -> None:
        text = self.invite.toPlainText().strip()
        if text:
            self._join_by(text)
        else:
            self._tell_invite(tr_marked(_NO_INVITE))

    def _join_by(self, invite: str) -> None:
        self._wait(True)
        joined = self._commands.join_swarm(invite)
        self._bridge.watch(joined, lambda _, error: self._ended(error, self._tell_invite, self.invite))

    def _ended(self, error: MeshnetError | None, tell: Callable[[str], None], field: QWidget) -> None:
        self._wait(False)
        if error is not None:
            tell(error_text(error))
            field.setFocus()  # the wait had moved it to whatever comes next
            return
        self._forget()
        self.done.emit()

    def _wait(self, waiting: bool) -> None:
        self._tell_name("")
        self._tell_invite("")
        for widget in (self.name, self.start, self.invite, self.picture, self.join):
            widget.setEnabled(not waiting)

    def _forget(self) -> None:
        self.name.clear()
        self.invite.clear()
        self._tell_name("")
        self._tell_invite("")

    def _ask_for_picture(self) -> None:
        kinds = " ".join(f"*.{each}" for each in FORMATS)
        name, _ = QFileDialog.getOpenFileName(
            self, tr("A picture of the invite"), "", tr("Pictures ({kinds})", kinds=kinds)
        )
        if name:
            self.read_picture(Path(name))

    def _tell_name(self, problem: str) -> None:
        _tell(self.name_problem, self.name, problem)

    def _tell_invite(self, problem: str) -> None:
        _tell(self.invite_problem, self.invite, problem)

    def _connect(self) -> None:
        self.start.clicked.connect(self._begin)
        self.name.returnPressed.connect(self._begin)
        self.name.textEdited.connect(lambda: self._tell_name(""))
        self.join.clicked.connect(self._join)
        self.invite.entered.connect(self._join)
        self.invite.textChanged.connect(lambda: self._tell_invite(""))
        self.invite.pictured.connect(self._join_by)
        self.invite.refused.connect(self._tell_invite)
        self.picture.clicked.connect(self._ask_for_picture)

    def _lay_out(self) -> None:
        left = _column(tr("Start a swarm"), tr_marked(_START), self.name, row(1, self.start), self.name_problem)
        right = _column(
            tr("Join with an invite"),
            tr_marked(_JOIN),
            self.invite,
            Flow(self.picture, self.join, at_end=True),
            self.invite_problem,
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(left, 1)
        layout.addWidget(right, 1)


def is_readable(source: QMimeData) -> bool:
    """Whether something that is dragged here may hold an invite."""
    return source.hasImage() or source.hasText() or bool(_file_in(source))


def code_in(source: QMimeData) -> str:
    """What a pasted or dropped picture's QR code says; empty where it is no picture. Raises ValueError."""
    path = _file_in(source)
    if path:
        return text_in_file(path)
    if source.hasImage():
        return text_in_image(QImage(source.imageData()))
    return ""


def _file_in(source: QMimeData) -> Path | None:
    return next((Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile()), None)


def _tell(label: PlainLabel, field: QWidget, problem: str) -> None:
    label.setText(problem)
    label.setVisible(bool(problem))
    field.setAccessibleDescription(problem)
    restyle(field, "invalid", "true" if problem else "false")


def _column(title: str, text: str, field: QWidget, buttons: QLayout, problem: PlainLabel) -> QFrame:
    frame = QFrame()
    frame.setProperty("card", "inner")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(16, 12, 16, 14)
    layout.setSpacing(8)
    layout.addWidget(PlainLabel(title, "strong"))
    layout.addWidget(PlainLabel(text, "muted", wrap=True))
    layout.addWidget(field)
    layout.addWidget(problem)
    problem.hide()
    layout.addStretch(1)
    layout.addLayout(buttons)
    return frame
