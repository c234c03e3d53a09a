"""``< 2/3 >``: which of several versions of a message is shown, and the way to the others."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import IconButton, PlainLabel, row


class BranchSwitcher(QWidget):
    """Hidden where there is one version only."""

    earlier = Signal()
    later = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._index, self._num, self._allowed = 1, 1, True
        self.back = IconButton("chevron-left", tr("Earlier version"), kind="bare")
        self.forth = IconButton("chevron-right", tr("Later version"), kind="bare")
        self.place = PlainLabel("", "caption")
        self.back.clicked.connect(self.earlier)
        self.forth.clicked.connect(self.later)
        self.setLayout(row(self.back, self.place, self.forth, spacing=2))
        self.show_branches(1, 1)

    def show_branches(self, index: int, num: int) -> None:
        """``index`` counts from 1."""
        self._index, self._num = index, num
        self.place.setText(f"{index}/{num}")
        self.place.setAccessibleName(tr("Version {index} of {num}", index=index, num=num))
        self._refresh()

    def set_allowed(self, allowed: bool) -> None:
        """While an answer is being written nobody changes what it belongs to."""
        self._allowed = allowed
        self._refresh()

    def focus(self, step: int) -> None:
        """Puts the focus on the button that goes on in this direction, or where none does on the way back."""
        wanted, other = (self.forth, self.back) if step > 0 else (self.back, self.forth)
        (wanted if wanted.isEnabled() else other).setFocus()

    def _refresh(self) -> None:
        self.setVisible(self._num > 1)
        self.back.setEnabled(self._allowed and self._index > 1)
        self.forth.setEnabled(self._allowed and self._index < self._num)
