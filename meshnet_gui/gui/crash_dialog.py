"""Says that something failed, with a report to copy. Sends nothing anywhere."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.gui.reading_order import OrderedDialog
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import PlainLabel, row
from meshnet_gui.gui.zoom import zoomed_size

MAX_SHOWN_CHARS = 100_000


class CrashDialog(OrderedDialog):
    """Several reports are shown one below the other; the same one only once."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        """``folder`` is where the log lies."""
        super().__init__(parent)
        self.setObjectName("page")
        self.setWindowTitle("Meshnet")
        self.resize(zoomed_size(700, 480))
        self._folder = folder
        self._shown: list[str] = []
        self.heading = PlainLabel("", "heading", wrap=True)
        self.means = PlainLabel("", "muted", wrap=True)
        self.text = QPlainTextEdit()
        self.told = Told()
        self.copy = QPushButton(tr("Copy report"))
        self.open_folder = QPushButton(tr("Open the log's folder"))
        self.leave = QPushButton(tr("Close"))
        self._lay_out()
        self.copy.clicked.connect(self._copy)
        self.open_folder.clicked.connect(self._open_folder)
        self.leave.clicked.connect(self.accept)

    def show_failure(self, report: str) -> None:
        """Something failed just now, and the program goes on."""
        heading = tr("Something in Meshnet failed")
        means = tr("Meshnet goes on, and your chats are saved. If it behaves oddly, quit it and start it again.")
        self._show(heading, means, report)

    def show_last_time(self, report: str) -> None:
        """The run before ended by a fault."""
        heading = tr("Meshnet ended unexpectedly last time")
        self._show(heading, tr("Your chats are as they were saved. This is what is known of it."), report)

    def _show(self, heading: str, means: str, report: str) -> None:
        if report not in self._shown:
            self._shown.append(report)
        self.heading.setText(heading)
        self.means.setText(means)
        self.text.setPlainText("\n\n".join(self._shown)[:MAX_SHOWN_CHARS])
        self.told.tell("")
        self.show()
        self.raise_()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.told.tell(tr("Copied."))

    def _open_folder(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder))):
            self.told.tell(tr("The folder could not be opened. It is {folder}", folder=self._folder), "error-caption")

    def _lay_out(self) -> None:
        self.text.setObjectName("log")
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(tr("Report"))
        self.text.setTabChangesFocus(True)
        self.copy.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        for widget in (self.heading, self.means):
            layout.addWidget(widget)
        layout.addWidget(self.text, 1)
        stays = tr("It names no chats and no keys, and it stays on this computer unless you hand it on.")
        layout.addWidget(PlainLabel(stays, "caption", wrap=True))
        layout.addWidget(self.told)
        layout.addLayout(row(self.open_folder, 1, self.copy, self.leave))
