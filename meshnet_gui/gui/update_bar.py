"""The line in the window that says, once for each, that a newer version was published."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from meshnet_gui import __version__
from meshnet_gui.gui.browser import open_page
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import IconButton, IconLabel, PlainLabel, plain_tooltip
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot


class UpdateBar(QFrame):
    """Follows snapshots. Opening the page, or closing the line, is the end of it for this version."""

    def __init__(self, commands: Commands) -> None:
        super().__init__()
        self.setProperty("notice", "quiet")
        self._commands = commands
        self._page = ""
        self._version = ""
        self._dismissed = ""
        self.text = PlainLabel("", "", wrap=True)
        self.open = QPushButton(tr("Open its page"))
        self.dismiss = IconButton("close", tr("Do not tell of this version again"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(20, 6, 14, 6)
        layout.setSpacing(10)
        layout.addWidget(IconLabel("info"))
        layout.addWidget(self.text, 1)
        layout.addWidget(self.open)
        layout.addWidget(self.dismiss)
        self.open.clicked.connect(self._open)
        self.dismiss.clicked.connect(self._dismiss)
        self.hide()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        updates = snapshot.updates
        if updates.version != self._version:
            self._version = updates.version
            self.text.setText(version_text(updates.version))
        if updates.page != self._page:
            self._page = updates.page
            self.open.setToolTip(plain_tooltip(updates.page))
        self.open.setVisible(bool(updates.page))
        self.setVisible(updates.tells and updates.version != self._dismissed)

    def _open(self) -> None:
        problem = open_page(self._page)
        if problem:
            self.text.setText(problem)
        else:
            self._dismiss()

    def _dismiss(self) -> None:
        self._dismissed = self._version  # until the snapshots say so, too
        self._commands.dismiss_update()
        self.hide()


def version_text(version: str) -> str:
    """Which version is there and which this is."""
    return tr("Version {version} of Meshnet is there. This is {own}.", version=version, own=__version__)
