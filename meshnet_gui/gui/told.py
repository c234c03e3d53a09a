"""What came of a command, in a line below what began it."""

from __future__ import annotations

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.format import error_text
from meshnet_gui.gui.widgets import PlainLabel


class Told(PlainLabel):
    """Hidden while there is nothing to say."""

    def __init__(self) -> None:
        super().__init__("", "caption", wrap=True, selectable=True)
        self.hide()

    def tell(self, text: str, role: str = "caption") -> None:
        self.set_role(role)
        self.setText(text)
        self.setVisible(bool(text))

    def tell_outcome(self, error: MeshnetError | None, text: str = "", role: str = "caption") -> None:
        """The error, or where there is none the text."""
        self.tell(error_text(error) if error else text, "error-caption" if error else role)
