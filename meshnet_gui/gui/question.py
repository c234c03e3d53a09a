"""A question before something that cannot be undone; at most one of them is open at a time."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from meshnet_gui.gui.translation import tr


class Question:
    """Asks over ``owner``'s window. ``box`` is the open one."""

    def __init__(self, owner: QWidget) -> None:
        self._owner = owner
        self.box: QMessageBox | None = None

    def ask(self, title: str, text: str, yes: str, act: Callable[[], None]) -> None:
        """``act`` follows where the answer is ``yes``; the button that is chosen by itself is Cancel."""
        if self.box is not None:
            return
        box = QMessageBox(self._owner.window())
        box.setWindowTitle("Meshnet")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(title)
        box.setInformativeText(text)
        agree = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setEscapeButton(cancel)
        box.setDefaultButton(cancel)
        self.box = box
        box.finished.connect(lambda: self._answered(box.clickedButton() is agree, act))
        box.open()

    def _answered(self, agreed: bool, act: Callable[[], None]) -> None:
        if self.box is not None:
            self.box.deleteLater()
        self.box = None
        if agreed:
            act()
