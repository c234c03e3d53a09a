"""Below the setting: whether there is a newer version, and a button to look now."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from meshnet_gui import __version__
from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.browser import open_page
from meshnet_gui.gui.format import error_text
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import sentence, tr
from meshnet_gui.gui.update_bar import version_text
from meshnet_gui.gui.widgets import plain_tooltip, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import UpdateView


class UpdateState(QWidget):
    """Follows snapshots; not there where this build does not know whom to ask."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self._commands = commands
        self._bridge = bridge
        self._view = UpdateView()
        self._is_asking = False
        self.told = Told()
        self.look = QPushButton(tr("Look now"))
        self.open = QPushButton(tr("Open its page"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.told)
        layout.addLayout(row(self.look, self.open, 1))
        for button in (self.look, self.open):
            button.setAutoDefault(False)
        self.look.clicked.connect(self._look)
        self.open.clicked.connect(self._open)
        self._say()

    def show_view(self, view: UpdateView) -> None:
        self._view = view
        self.setVisible(bool(view.can_look))
        self._say()

    def _say(self) -> None:
        view = self._view
        self.look.setText(tr("Looking…") if self._is_busy else tr("Look now"))
        self.open.setVisible(bool(view.page))
        self.open.setToolTip(plain_tooltip(view.page))
        text, role = _words(view)
        self.told.tell("" if self._is_busy else text, role)

    @property
    def _is_busy(self) -> bool:
        return self._is_asking or self._view.state == "looking"

    def _look(self) -> None:
        if not self._is_busy:  # disabled, the button would lose the keyboard
            self._is_asking = True
            self._say()
            self._bridge.watch(self._commands.look_for_update(), self._looked)

    def _looked(self, _: object, error: MeshnetError | None) -> None:
        self._is_asking = False
        self._say()
        if error is not None:
            self.told.tell(error_text(error), "error-caption")

    def _open(self) -> None:
        problem = open_page(self._view.page)
        if problem:
            self.told.tell(problem, "error-caption")


def _words(view: UpdateView) -> tuple[str, str]:
    if view.state == "failed":
        known = version_text(view.version) if view.version else ""
        return f"{known} {sentence(view.error)}".strip(), "error-caption"
    if view.version:
        return version_text(view.version), "strong"
    if view.state == "asked":
        return tr("This is the latest version, {own}.", own=__version__), "caption"
    return "", "caption"
