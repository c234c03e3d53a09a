"""How a dialog is laid out: what it is about, what scrolls, what is said of it, and its buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QLayout, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.gui.widgets import row


def lay_out_dialog(
    dialog: QDialog,
    body: QWidget | QLayout,
    buttons: Sequence[QPushButton | int],
    *,
    head: QWidget | None = None,
    said: Sequence[QWidget] = (),
) -> None:
    """``body`` takes what room there is. A number among the buttons is a stretch; Return in a field presses none."""
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(20, 16, 20, 16)
    layout.setSpacing(12)
    if head is not None:
        layout.addWidget(head)
    if isinstance(body, QLayout):
        layout.addLayout(body, 1)
    else:
        layout.addWidget(body, 1)
    for label in said:
        layout.addWidget(label)
    for button in buttons:
        if isinstance(button, QPushButton):
            button.setAutoDefault(False)
    layout.addLayout(row(*buttons))
