"""What a start would fetch before it serves the chosen layers, in a line below them."""

from __future__ import annotations

from meshnet_gui.gui.layers_choice import room_problem
from meshnet_gui.gui.model_words import bytes_to_get, is_complete, start_fetch_text
from meshnet_gui.gui.translation import mark, tr_marked
from meshnet_gui.gui.widgets import PlainLabel
from meshnet_gui.runtime.snapshot import DiskView, ModelView
from meshnet_gui.types import Span

_BRINGS = mark("Those of them that are not on this disk are fetched first.")


class FetchNote(PlainLabel):
    """Hidden where nothing would have to be fetched."""

    def __init__(self) -> None:
        super().__init__("", "caption", wrap=True)
        self.hide()

    def show_choice(self, model: ModelView | None, span: Span | None, disk: DiskView) -> None:
        """``span`` is None where the layers choose themselves."""
        text = problem = ""
        if model is not None and not is_complete(model):
            text = tr_marked(_BRINGS) if span is None else start_fetch_text(model, span)
            problem = "" if span is None else room_problem(bytes_to_get(model, span), disk)
        self.setText(f"{text} {problem}".strip())
        self.set_role("warn-caption" if problem else "caption")
        self.setVisible(bool(text))
