"""An invite while somebody wants to see it: as a picture and as text, and gone again by itself."""

from __future__ import annotations

import os
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from PySide6.QtCore import QMimeData, QStandardPaths, QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QTextOption
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout

from meshnet_gui.errors import UserError
from meshnet_gui.gui.amounts import spoken_list
from meshnet_gui.gui.flow import Flow
from meshnet_gui.gui.qr_view import QrView
from meshnet_gui.gui.translation import mark, tr, tr_marked
from meshnet_gui.gui.widgets import IconButton, PlainLabel, of_lines
from meshnet_gui.runtime.snapshot import SwarmView
from meshnet_gui.swarm import qr

SHOWN_MINUTES = 3
_HOW = mark(
    "On the other computer open Meshnet, the Swarm tab, “Join with an invite”. Send the text or the picture there, or "
    "take a photo of the picture."
)
_WHO = mark(
    "Whoever has this invite is in, now and later. Give it only to people whom you trust, never to a public place."
)
_HERE_ONLY = mark(
    "It works for computers in this network. For people elsewhere one computer of the swarm has to be reachable from "
    "the internet."
)


def rendezvous_of(invite: str) -> tuple[str, ...]:
    """The addresses that an invite names; none where it cannot be read here."""
    from meshnet_gui.swarm.invite import Invite  # with its cryptography, for which the window does not wait

    try:
        return Invite.parse(invite).rendezvous
    except UserError:
        return ()


def where_text(rendezvous: Sequence[str]) -> str:
    """Whether the invite works everywhere or in this network only, by the addresses that it names."""
    public = [address for address in rendezvous if not _is_private(address)]
    return (
        tr("It works from anywhere, through {public}.", public=spoken_list(public[:3]))
        if public
        else tr_marked(_HERE_ONLY)
    )


def _is_private(address: str) -> bool:
    try:
        return not ip_address(address.rpartition(":")[0].strip("[]")).is_global
    except ValueError:  # a name
        return False


class InviteView(QFrame):
    """Holds the invite only while it is shown; hiding it in whatever way forgets it."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", "accent")
        self._invite = ""
        self._name = ""
        self._title = PlainLabel("", "heading", wrap=True)
        self.picture = QrView(tr("The invite as a QR code"))
        self.text = QPlainTextEdit()
        self.text.setObjectName("prompt_setting")
        self.text.setReadOnly(True)
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.text.setAccessibleName(tr("The invite as text"))
        of_lines(self.text, 3)
        self.where = PlainLabel("", "muted", wrap=True)
        self.copy = IconButton("copy", tr("Copy the invite"), tr("Copy text"), kind="primary")
        self.save = QPushButton(tr("Save picture…"))
        self.close_it = QPushButton(tr("Hide"))
        self.problem = PlainLabel("", "error", wrap=True)
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_MINUTES * 60_000)
        self._timer.timeout.connect(self.hide)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._ask_where)
        self.close_it.clicked.connect(self.hide)
        self._lay_out()
        self.hide()

    def show_invite(self, invite: str, swarm: SwarmView) -> None:
        self._invite, self._name = invite, swarm.name
        self._title.setText(tr("Invite to {name}", name=swarm.name))
        self.picture.show_text(invite)
        self.text.setPlainText(invite)
        self.where.setText(where_text(rendezvous_of(invite) or swarm.rendezvous))
        self.problem.hide()
        self.copy.set_icon("copy")
        self.show()
        self._timer.start()

    @property
    def is_for(self) -> str:
        """The name of the swarm whose invite is shown, else empty."""
        return self._name

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._forget()

    def save_picture(self, path: Path) -> None:
        """Writes the picture so that nobody else on this computer can read it."""
        try:
            path.unlink(missing_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(qr.png(self._invite))
        except OSError as exc:
            self.problem.setText(tr("It could not be saved: {strerror}.", strerror=exc.strerror or exc))
            self.problem.show()

    def _forget(self) -> None:
        self._timer.stop()
        self._invite = self._name = ""
        self.picture.show_text("")
        self.text.setPlainText("")
        if not self.isHidden():
            self.hide()  # its page went out of sight: it does not come back with it

    def _copy(self) -> None:
        data = QMimeData()
        data.setText(self._invite)
        data.setData("x-kde-passwordManagerHint", b"secret")  # keeps it out of clipboard histories that ask
        QGuiApplication.clipboard().setMimeData(data)
        self.copy.set_icon("check")

    def _ask_where(self) -> None:
        pictures = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        suggested = str(Path(pictures) / "meshnet-invite.png")
        self._timer.stop()  # not while somebody chooses a place
        name, _ = QFileDialog.getSaveFileName(self, tr("Save the invite"), suggested, tr("Pictures (*.png)"))
        if name and self._invite:
            self.save_picture(Path(name))
        self._timer.start()

    def _lay_out(self) -> None:
        self.problem.hide()
        words = QVBoxLayout()
        words.setSpacing(8)
        words.addWidget(self._title)
        for text in (tr_marked(_HOW), tr_marked(_WHO)):
            words.addWidget(PlainLabel(text, "", wrap=True))
        words.addWidget(self.where)
        words.addWidget(self.text)
        words.addLayout(Flow(self.copy, self.save, self.close_it))
        words.addWidget(
            PlainLabel(tr("It is hidden again after {shown_minutes} minutes.", shown_minutes=SHOWN_MINUTES), "caption")
        )
        words.addWidget(self.problem)
        words.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(16)
        layout.addWidget(self.picture)
        layout.addLayout(words, 1)
